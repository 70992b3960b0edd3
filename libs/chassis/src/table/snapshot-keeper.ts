import { Injectable, Logger } from '@nestjs/common';
import type { Offsets } from '@parapet/eventlog';
import { CredentialTables } from '../auth/credential-tables';
import { Background, type BackgroundWork } from '../process/background';
import { Looks } from '../process/looks';
import type { TableContents, TableSnapshot } from './table-snapshot';

const LOOK_MS = 60_000;
/** So few facts are read again in less time than a process takes to start. */
const FEW_FACTS = 20_000;
/** A whole table is kept: not before there is so much more to read than to write. */
const FACTS_AN_ENTRY = 4;

const facts = (from: Offsets, to: Offsets): number =>
  to.reduce((sum, end, partition) => sum + end - (from[partition] ?? 0), 0);

/** What is asked of a table. */
interface Contained<S> {
  readonly size: number;
  applied(): Offsets;
  contents(): TableContents<S>;
  failure(): string | null;
}

/** The snapshot of one table. */
class KeptSnapshot<S> {
  /** How far it was when it was looked at last, and of which documents. */
  private next: Offsets = [];
  private generation: string | undefined;

  constructor(
    private readonly table: Contained<S>,
    private readonly snapshot: TableSnapshot<S>,
  ) {}

  /** Keeps what has become much longer to read than to write, unless another process did or it is stopped. @throws Unavailable */
  async keepDue(stop: AbortSignal): Promise<void> {
    // Documents that were made again have none.
    if (this.generation !== this.snapshot.generation()) this.next = [];
    this.generation = this.snapshot.generation();
    // Such as one that has read a log that is there no more.
    if (this.table.failure() !== null || !this.isDue()) return;
    this.next = await this.snapshot.next(this.table.applied().length);
    if (!this.isDue()) return;
    await this.snapshot.save(this.table.contents(), stop);
  }

  private isDue(): boolean {
    const due = Math.max(FEW_FACTS, FACTS_AN_ENTRY * this.table.size);
    return facts(this.next, this.table.applied()) >= due;
  }
}

/**
 * Keeps snapshots of the tables of credentials, so that a start takes as long as there are agents and tokens, and not as long as the
 * house has run. One service does it, and of its replicas whoever looks first.
 */
@Injectable()
export class SnapshotKeeper implements BackgroundWork {
  readonly name = 'snapshots';
  private readonly log = new Logger(this.name);
  private readonly all: readonly Pick<KeptSnapshot<unknown>, 'keepDue'>[];
  private readonly looks = new Looks(LOOK_MS, () => this.keepDue());

  constructor(credentials: CredentialTables, background: Background) {
    this.all = credentials.all().map(({ table, snapshot }) => new KeptSnapshot(table, snapshot));
    background.add(this);
  }

  async start(): Promise<void> {
    this.looks.begin();
  }

  stop(): Promise<void> {
    return this.looks.end();
  }

  /** Never fails: what could not be kept is kept at the next look. */
  async keepDue(): Promise<void> {
    const { stop } = this.looks;
    for (const snapshot of this.all)
      await snapshot.keepDue(stop).catch((error: unknown) => {
        this.log.warn({ err: error, msg: 'a snapshot could not be kept' });
      });
  }
}
