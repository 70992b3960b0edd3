import { type RawRecord, type Topic, TOPICS } from '@parapet/contracts';
import type { EventLog, Offsets } from '@parapet/eventlog';
import { collection, type ReadModel } from '@parapet/readmodel';

/** A fact that lies in the log of which the documents were made. */
interface LogMark {
  readonly id: string;
  readonly offset: number;
  /** Its id and its time: that of ADMIN_TOKEN has the same id in all houses that were given the same one. */
  readonly event: string;
}

/** Of which log documents are made, beside them, so that dropping those forgets it. */
export const LOG_MARKS = collection<LogMark>({ name: 'log_marks', indexes: [] });

/** Every house begins with a token, and keeps it for ever. */
const MARKED: Topic = 'tokens';

const idOf = (partition: number): string => `${MARKED}/${partition}`;
const PARTITIONS = Array.from({ length: TOPICS[MARKED].partitions }, (_, partition) => partition);

export const OTHER_HOUSE =
  'documents are of another house: its log begins with other tokens. Are KAFKA_TOPIC_PREFIX and MONGODB_URL those of one house? If they are, make the documents again: npx parapet rebuild';

/**
 * Tells the log that documents were made of from that of another house, which may be the longer one: progress alone would pass, and the
 * documents of two houses lie in one place.
 */
export class LogMarks {
  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
  ) {}

  /** Whether the documents were made of another log. @throws Unavailable */
  async differ(): Promise<boolean> {
    const ends = await this.log.ends(MARKED);
    for (const [partition, mark] of await this.known()) {
      const here = await this.idFrom(partition, mark.offset, ends);
      if (here?.offset === mark.offset && here.event !== mark.event) return true;
    }
    return false;
  }

  /**
   * Notes that the documents are of this log, as far as it is not known yet.
   * @returns whether anything is known of it now
   * @throws Unavailable
   */
  async note(): Promise<boolean> {
    const known = await this.known();
    const ends = await this.log.ends(MARKED);
    let marks = known.size;
    for (const partition of PARTITIONS.filter((p) => !known.has(p))) {
      const mark = await this.idFrom(partition, 0, ends);
      if (!mark) continue;
      await this.store.write(LOG_MARKS, [{ id: idOf(partition), insert: mark }]);
      marks += 1;
    }
    return marks > 0;
  }

  private async known(): Promise<ReadonlyMap<number, LogMark>> {
    const found = await this.store.getMany(LOG_MARKS, PARTITIONS.map(idOf));
    const marks = PARTITIONS.map((p) => [p, found.get(idOf(p))] as const);
    return new Map(marks.flatMap(([p, mark]) => (mark ? [[p, mark]] : [])));
  }

  /** The first fact of a partition from an offset on. */
  private async idFrom(
    partition: number,
    offset: number,
    ends: Offsets,
  ): Promise<Omit<LogMark, 'id'> | undefined> {
    const from = ends.map((end, p) => (p === partition ? Math.min(offset, end) : end));
    for await (const [first] of this.log.read(MARKED, from, ends)) if (first) return markOf(first);
    return undefined;
  }
}

const markOf = ({ position, meta }: RawRecord): Omit<LogMark, 'id'> => ({
  offset: position.offset,
  event: `${meta.id} ${meta.time}`,
});
