import { type ParkedEvent, parkedEventOf } from '@parapet/contracts';
import type { ConsumerSpec, EventLog, Offsets } from '@parapet/eventlog';

/** How many records each projection could not handle, by its group; of none that handled all. */
export type Unhandled = ReadonlyMap<string, number>;

export const unhandledText = (unhandled: Unhandled): string =>
  [...unhandled].map(([group, count]) => `${count} by ${group}`).join(', ');

/** Knows what projections could not handle since it was begun, in whichever process: documents that are made now lack it. */
export class UnhandledRecords {
  private constructor(
    private readonly log: EventLog,
    private readonly groups: ReadonlySet<string>,
    private readonly began: Offsets,
  ) {}

  /** @throws Unavailable */
  static async begin(log: EventLog, specs: readonly ConsumerSpec[]): Promise<UnhandledRecords> {
    const projections = specs.filter(({ kind }) => kind === 'projection');
    const groups = new Set(projections.map(({ group }) => group));
    return new UnhandledRecords(log, groups, await log.ends('parked'));
  }

  /** Without those of which an operator has decided that nobody will handle them. @throws Unavailable */
  async now(): Promise<Unhandled> {
    const counts = new Map<string, number>();
    const ends = await this.log.ends('parked');
    if (ends.every((end, partition) => end === this.began[partition])) return counts;
    const parked = await this.parkedSince(ends);
    const dropped = parked.size > 0 ? await this.droppedBefore(ends) : new Set();
    for (const [id, group] of parked)
      if (!dropped.has(id)) counts.set(group, (counts.get(group) ?? 0) + 1);
    return counts;
  }

  /** Groups, by the ids of the facts: a record that one group parked twice has one. */
  private async parkedSince(ends: Offsets): Promise<ReadonlyMap<string, string>> {
    const parked = new Map<string, string>();
    for await (const event of this.events(this.began, ends))
      if (event.type === 'RecordParked' && this.groups.has(event.data.group))
        parked.set(event.id, event.data.group);
    return parked;
  }

  private async droppedBefore(ends: Offsets): Promise<ReadonlySet<string>> {
    const dropped = new Set<string>();
    const start = ends.map(() => 0);
    for await (const event of this.events(start, ends))
      if (event.type === 'ParkedDropped') dropped.add(event.data.parked_id);
    return dropped;
  }

  private async *events(from: Offsets, to: Offsets): AsyncIterable<ParkedEvent> {
    for await (const records of this.log.read('parked', from, to))
      yield* records.flatMap((record) => parkedEventOf(record) ?? []);
  }
}
