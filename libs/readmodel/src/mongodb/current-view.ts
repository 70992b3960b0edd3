import { Unavailable } from '@parapet/contracts';
import type { GenerationRecords, Pointer } from './generation-records';

/** A client that has not heard for so long lets nothing be inserted. Every client of a store must know the same. */
export const LEASE_MS = 2_000;

export interface Lease {
  readonly leaseMs: number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** How long to wait for others to have heard: a lease, and what clocks may differ within it. */
export const wholeLease = (leaseMs: number): number => leaseMs * 1.1;

interface Since {
  readonly what: string;
  readonly at: number;
}

/** What one client has heard of the pointer, and what it may do by that. Holds no connection to the clock of any other machine. */
export class CurrentView {
  private heard: { readonly pointer: Pointer; readonly asked: number } | undefined;
  private unsettled: Since | undefined;
  private marked: Since | undefined;

  constructor(
    private readonly records: GenerationRecords,
    private readonly lease: Lease,
  ) {}

  /** Asks the database; makes the first generation where there is none. */
  async ask(): Promise<Pointer> {
    for (;;) {
      const asked = this.lease.clock();
      const pointer = await this.records.pointer();
      if (!pointer) {
        await this.records.begin();
        continue;
      }
      await this.follow(pointer);
      this.heard = { pointer, asked };
      return pointer;
    }
  }

  /** The generation that was heard of within the lease. */
  recent(): string | undefined {
    const { heard, lease } = this;
    return heard && lease.clock() - heard.asked < lease.leaseMs
      ? heard.pointer.generation
      : undefined;
  }

  /** Whether the clients of what was before must have stopped by now. */
  get settled(): boolean {
    return this.heard !== undefined && this.unsettled === undefined;
  }

  /** Whether one generation is taking the place of another: nothing may be inserted until that is over. */
  get changing(): boolean {
    return this.heard?.pointer.adopting !== undefined || !this.settled;
  }

  /** @throws Unavailable while nothing may be inserted. To be asked when `recent()` answers. */
  refuseInserts(): void {
    if (this.heard?.pointer.adopting)
      throw new Unavailable('The read model is being exchanged for another generation.', 3);
    if (!this.settled) throw new Unavailable('The read model has only just been made.', 3);
  }

  private async follow(pointer: Pointer): Promise<void> {
    await this.followSettling(pointer);
    await this.followMark(pointer);
  }

  /** Counted from when this client saw it first: that is later than when the others can last have been told of the one before. */
  private async followSettling({ generation, settled }: Pointer): Promise<void> {
    if (settled) this.unsettled = undefined;
    else if (this.unsettled?.what !== generation)
      this.unsettled = { what: generation, at: this.lease.clock() };
    else if (this.since(this.unsettled) >= wholeLease(this.lease.leaseMs)) {
      await this.records.settle(generation);
      this.unsettled = undefined;
    }
  }

  /**
   * A mark whose beat stands still was left by a process that was killed. It is taken away only on condition that it still stands
   * still: if that succeeds, whoever made it cannot swap any more, however late it wakes.
   */
  private async followMark({ adopting }: Pointer): Promise<void> {
    if (!adopting) {
      this.marked = undefined;
      return;
    }
    const what = `${adopting.by}/${adopting.beat}`;
    if (this.marked?.what !== what) this.marked = { what, at: this.lease.clock() };
    else if (this.since(this.marked) >= 2 * this.lease.leaseMs)
      await this.records.unmark(adopting.by, adopting.beat);
  }

  private since({ at }: Since): number {
    return this.lease.clock() - at;
  }
}
