/** What could not be recorded of one kind of thing, because the log or the store was away or a part of it. */
export interface Missed {
  readonly agents: ReadonlySet<string>;
  /** Whether nothing of all that was tried could be, of more agents than one since something last could. */
  readonly isAll: boolean;
}

/** Remembers of which agents something could not be recorded, until that is taken. */
export class Unrecorded {
  private agents = new Set<string>();
  private isAnyRecorded = false;
  /** Those of which nothing could be since something last could be recorded of anybody. */
  private failing = new Set<string>();

  recorded(): void {
    this.isAnyRecorded = true;
  }

  failed(agentId: string): void {
    this.agents.add(agentId);
  }

  /** What was missed since it was taken before. */
  take(): Missed {
    const { agents, isAnyRecorded } = this;
    this.failing = new Set(isAnyRecorded ? agents : [...this.failing, ...agents]);
    [this.agents, this.isAnyRecorded] = [new Set(), false];
    return { agents, isAll: !isAnyRecorded && agents.size > 0 && this.failing.size > 1 };
  }
}
