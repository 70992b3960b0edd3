import type { RawRecord } from '@parapet/contracts';

const KEPT_RECORDS = 1_000;
const KEPT_BYTES = 1024 * 1024;

/** The newest records of one partition, in order; older ones are forgotten. */
export class NewestRecords {
  private records: RawRecord[] = [];
  private bytes = 0;

  constructor(private begin: number) {}

  /** Everything from this offset on that was added is known. */
  get from(): number {
    return this.begin;
  }

  get isEmpty(): boolean {
    return this.records.length === 0;
  }

  get last(): RawRecord | undefined {
    return this.records.at(-1);
  }

  add(records: readonly RawRecord[]): void {
    for (const record of records) {
      this.records.push(record);
      this.bytes += record.json.length;
    }
    this.forget();
  }

  /** What is known at `offset` and behind it, at most `limit` records. */
  slice(offset: number, limit: number): readonly RawRecord[] {
    const first = this.indexOf(offset);
    return this.records.slice(first, first + limit);
  }

  /** Forgets what lies before `offset`. */
  passed(offset: number): void {
    if (offset <= this.begin) return;
    this.drop(this.indexOf(offset));
    this.begin = offset;
  }

  private indexOf(offset: number): number {
    let low = 0;
    let high = this.records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle]?.position.offset ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Keeps a bounded number; halves at once, so that it costs little per record. */
  private forget(): void {
    while (this.records.length > KEPT_RECORDS || this.bytes > KEPT_BYTES) {
      const last = this.drop(Math.ceil(this.records.length / 2)).at(-1);
      this.begin = (last?.position.offset ?? this.begin) + 1;
    }
  }

  private drop(count: number): readonly RawRecord[] {
    const dropped = this.records.splice(0, count);
    for (const record of dropped) this.bytes -= record.json.length;
    return dropped;
  }
}
