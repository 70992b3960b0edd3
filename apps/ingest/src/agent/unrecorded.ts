/** What became of one kind of thing that was to be recorded. */
export interface Missed {
  /** Of which it could not be, because the log or the store was away or a part of it. */
  readonly agents: ReadonlySet<string>;
  /** Whether it could be of anybody. */
  readonly isAnyRecorded: boolean;
}

/** Remembers of which agents something could not be recorded, and whether anything could, until that is taken. */
export class Unrecorded {
  private agents = new Set<string>();
  private isAnyRecorded = false;

  recorded(): void {
    this.isAnyRecorded = true;
  }

  failed(agentId: string): void {
    this.agents.add(agentId);
  }

  /** What was missed since it was taken before. */
  take(): Missed {
    const { agents, isAnyRecorded } = this;
    [this.agents, this.isAnyRecorded] = [new Set(), false];
    return { agents, isAnyRecorded };
  }
}
