import type { ObservationVerdict } from '@parapet/contracts';
import { type Collection, collection, type Document } from '@parapet/readmodel';

/** A stored observation. */
export interface ObservationDocument extends Document {
  readonly agent_id: string;
  /** As listed, see `listedType`. */
  readonly type: string;
  readonly verdict: ObservationVerdict;
  /** What it went to or looked up, see `calledIn`: the name, and the address. */
  readonly domain?: string;
  readonly ip?: string;
  /** `sortableTime` of the timestamp; never changes. */
  readonly at: string;
  /** The earliest time at which a copy of it was received. */
  readonly received_at: string;
  /** Position of the record that made the document: whoever appended that record answers 201. */
  readonly origin: string;
  /** Offset of the record that the content comes from: the newest. All records of an observation lie in one partition. */
  readonly offset: number;
  /** The list item, see `renderListed`: storing it rendered makes a page several times cheaper. */
  readonly item: string;
}

/**
 * Observations, listed by time for each combination of agent, type, destination and verdict; they go `retentionMs` after they were
 * received. What is asked of an agent or a type whatever the verdict is read from the index of each of the three. Types of one agent
 * are looked for among its entries, and whatever else is asked of a destination among those: of an index that begins with either each
 * insert would write another page, so that they are late ones, and no more than these.
 */
export const observations = (retentionMs: number): Collection<ObservationDocument> =>
  collection<ObservationDocument>({
    name: 'observations',
    fields: {
      ...{ agent_id: true, type: true, verdict: true, domain: true, ip: true, at: true },
      ...{ received_at: true, origin: true, offset: true, item: true },
    },
    indexes: [
      { equal: [], sort: 'at' },
      { equal: ['verdict'], sort: 'at' },
      { equal: ['type', 'verdict'], sort: 'at' },
      { equal: ['agent_id', 'verdict'], sort: 'at', also: ['type'], late: true },
      { equal: ['domain'], sort: 'at', also: ['agent_id', 'type', 'verdict'], late: true },
      { equal: ['ip'], sort: 'at', also: ['agent_id', 'type', 'verdict'], late: true },
    ],
    expire: { field: 'received_at', afterMs: retentionMs },
  });
