import type { RawRecord } from '@parapet/contracts';
import { OtherLog } from '../delivery/other-log';

/** Counts what happens only when somebody may have put another log in the place of this one: a connection or a leader has gone. */
export class Doubts {
  private raised = 0;

  get count(): number {
    return this.raised;
  }

  raise(): void {
    this.raised += 1;
  }
}

/** Answers the id of the record at an offset; undefined when retention has removed it. @throws OtherLog when the log ends before it */
export type IdAt = (offset: number) => Promise<string | undefined>;

/**
 * Knows the last record that this process has read of a partition, by which the log is told from another one that was put in its
 * place and has grown past it: a backup, or the cluster behind the same address. Looked at again after every doubt, before anything more
 * is handed out.
 */
export class Witness {
  private last: { readonly offset: number; readonly id: string } | undefined;
  private sure: number;
  private asking: Promise<void> | undefined;
  private different: OtherLog | undefined;

  constructor(
    private readonly name: string,
    private readonly doubts: Doubts,
  ) {
    this.sure = doubts.count;
  }

  /** Why it is another log, as far as is known. */
  get other(): OtherLog | undefined {
    return this.different;
  }

  get inDoubt(): boolean {
    return this.sure < this.doubts.count;
  }

  /** The log was found to end too early: it may grow again before it is looked at next. */
  suspect(): void {
    this.sure = -1;
  }

  /** Takes what was read. */
  saw(records: readonly RawRecord[]): void {
    const newest = records.at(-1);
    if (!newest || newest.position.offset <= (this.last?.offset ?? -1)) return;
    this.last = { offset: newest.position.offset, id: newest.meta.id };
  }

  /** Looks whether the record is still there, once for all that ask meanwhile. @throws OtherLog, and what `idAt` throws */
  confirm(idAt: IdAt): Promise<void> {
    this.asking ??= this.ask(idAt).finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(idAt: IdAt): Promise<void> {
    const { count } = this.doubts;
    try {
      if (this.last) await this.compare(this.last, idAt);
    } catch (error) {
      if (error instanceof OtherLog) this.different = error;
      throw error;
    }
    this.different = undefined;
    this.sure = count;
  }

  private async compare({ offset, id }: { offset: number; id: string }, idAt: IdAt): Promise<void> {
    const now = await idAt(offset);
    if (now === undefined) this.last = undefined;
    else if (now !== id) throw new OtherLog(`${this.name}/${offset} was ${id} and is ${now}`);
  }
}
