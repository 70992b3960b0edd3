import {
  decode,
  type EventMeta,
  isOfNewerType,
  type RawRecord,
  type Recorded,
  Unavailable,
  UNREADABLE,
} from '@parapet/contracts';
import { done, type Outcome, park } from '../event-log';
import type { ConsumerSpec } from './consumer.decorators';

/**
 * The records of a batch, each decoded when an iteration comes to it: whoever goes through them holds only what it keeps itself.
 * Those that cannot be decoded are left out, and those that are not wanted. What newer code wrote is waited with: the iteration throws.
 */
export class DecodedRecords implements Iterable<Recorded> {
  /** What becomes of the records that were left out, by their places in the batch: as far as an iteration has come. */
  readonly leftOut = new Map<number, Outcome>();

  constructor(
    private readonly raws: readonly RawRecord[],
    private readonly wants: ConsumerSpec['wants'],
  ) {}

  *[Symbol.iterator](): Generator<Recorded, void> {
    for (let place = 0; place < this.raws.length; place += 1) {
      const record = this.at(place);
      if (record) yield record;
    }
  }

  private at(place: number): Recorded | undefined {
    const raw = this.raws[place];
    if (!raw) return undefined;
    const { meta } = raw;
    if (meta.type !== UNREADABLE) return this.decoded(raw, meta, place);
    // Whether it is wanted, nobody knows.
    this.leftOut.set(place, park(raw.json));
    return undefined;
  }

  private decoded(raw: RawRecord, meta: EventMeta, place: number): Recorded | undefined {
    try {
      if (this.isWanted(raw, meta)) return decode(raw);
      this.leftOut.set(place, done);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      this.leftOut.set(place, park(`it cannot be decoded: ${String(error)}`));
    }
    return undefined;
  }

  /** Of what newer code wrote nobody knows yet whether it is. */
  private isWanted({ position }: RawRecord, meta: EventMeta): boolean {
    return !this.wants || isOfNewerType(position.topic, meta) || this.wants(meta);
  }
}
