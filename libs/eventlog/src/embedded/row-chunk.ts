import type { EventMeta, Position, RawRecord } from '@parapet/contracts';
import type { StoredRow } from './store-protocol';

/**
 * Some rows on their way between threads. Whoever reads holds thousands of them while it waits, and each text of its own would be
 * copied by every collection of garbage meanwhile.
 */
export interface RowChunk {
  /** The data of all rows, one after the other. */
  readonly json: string;
  /** Every other text of the rows, each once. */
  readonly texts: readonly string[];
  /** `FIELDS` numbers for each row. */
  readonly numbers: Float64Array;
}

/** Of each row: its offset, the end of its data, its schema, and the places in `texts` of key, id, type, time, actor, cause. */
const FIELDS = 9;
/** The place of a cause that there is not. */
const NOWHERE = -1;

/** The texts of some rows, each once. */
class Texts {
  readonly all: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    const place = this.all.push(text) - 1;
    this.places.set(text, place);
    return place;
  }
}

export function packRows(rows: readonly StoredRow[]): RowChunk {
  const numbers = new Float64Array(FIELDS * rows.length);
  const texts = new Texts();
  let end = 0;
  let at = 0;
  for (const [offset, key, id, type, schema, time, actor, cause, json] of rows) {
    end += json.length;
    numbers[at++] = offset;
    numbers[at++] = end;
    numbers[at++] = schema;
    for (const text of [key, id, type, time, actor]) numbers[at++] = texts.placeOf(text);
    numbers[at++] = cause === null ? NOWHERE : texts.placeOf(cause);
  }
  return { json: rows.map((row) => row[8]).join(''), texts: texts.all, numbers };
}

/** The rows of a chunk as records. */
export function unpackRows(chunk: RowChunk, topic: string, partition: number): RawRecord[] {
  const from = { ...chunk, topic, partition };
  const records: RawRecord[] = [];
  for (let at = 0; at < chunk.numbers.length; at += FIELDS)
    records.push(new StoredRecord(from, at));
  return records;
}

interface From extends RowChunk {
  readonly topic: string;
  readonly partition: number;
}

/** A row as a record, whose parts are made when they are asked for. */
class StoredRecord implements RawRecord {
  constructor(
    private readonly from: From,
    private readonly at: number,
  ) {}

  get position(): Position {
    const { topic, partition } = this.from;
    return { topic, partition, offset: this.number(0) };
  }

  get json(): string {
    const begin = this.at === 0 ? 0 : this.number(1 - FIELDS);
    return this.from.json.slice(begin, this.number(1));
  }

  get key(): string {
    return this.text(3);
  }

  get meta(): EventMeta {
    return {
      id: this.text(4),
      type: this.text(5),
      schema: this.number(2),
      time: this.text(6),
      actor: this.text(7),
      cause: this.number(8) === NOWHERE ? null : this.text(8),
    };
  }

  private number(field: number): number {
    return this.from.numbers[this.at + field] ?? NaN;
  }

  private text(field: number): string {
    return this.from.texts[this.number(field)] ?? '';
  }
}
