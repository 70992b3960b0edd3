import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader';
import type { HeaderNames } from './header-names';
import { BEFORE_LENGTH, MAGIC } from './record-batch';

const MAGIC_AT = 16;
const LAST_DELTA_AT = 23;
const COMPRESSION = 0x07;
const CONTROL = 0x20;
/** What a batch may become that is said to be compressed: many times what Kafka takes of us. */
const MOST = { maxOutputLength: 64 * 1024 * 1024 };

/** A record as it is stored. */
export interface WireRecord {
  readonly offset: number;
  /** Milliseconds since 1970 of its batch. */
  readonly timestamp: number;
  readonly key: string | null;
  readonly value: string | null;
  /** The values of the headers that were asked for, in the order of their names. Of those that others repeated the last one. */
  readonly headers: readonly (string | null | undefined)[];
  /** Why it could not be read, in a sentence: it stands for all that were still to come of its batch. */
  readonly unreadable?: string;
}

/** No way to compress: the format of before Kafka 0.11. */
const OLD = -1;
const oldBatch = { timestamp: 0, packed: Buffer.alloc(0), how: OLD, body: undefined, left: 1 };

/** Records of one partition and the offset to read on at. */
export interface WireRecords {
  readonly records: readonly WireRecord[];
  readonly next: number;
}

interface OpenBatch {
  readonly base: number;
  /** The offset of its last record. */
  readonly last: number;
  readonly timestamp: number;
  /** Its records as they came, and how they are compressed. */
  readonly packed: Buffer;
  readonly how: number;
  /** The same to be read, from the first record on. */
  body: ByteReader | undefined;
  left: number;
}

/**
 * What a fetch brought of one partition: whole batches, so that it may begin before `from`, and the last one may be cut off.
 * Records are decoded as they are taken, so that those which wait weigh no more than their bytes and are nothing that the garbage
 * collector has to carry along. Records before `from` and those of transactions' bookkeeping are left out. Of a batch that cannot be
 * read comes one record that says why, in the place of the last: nothing that others put there holds up what lies behind it.
 */
export class FetchedRecords {
  /** The offset after the last record, those that are left out included. */
  readonly end: number;
  /** Where the batch after the open one begins. */
  private at = 0;
  private batch: OpenBatch | undefined;
  /** The offset that the next record to be decoded has at least; undefined when that is not known. */
  private next: number | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly from: number,
    private readonly names: HeaderNames,
  ) {
    this.end = from;
    for (const at of this.batches(0)) this.end = Math.max(this.end, this.endOf(at));
  }

  /** At most `limit` records from `from` on, and where to read on. Cheapest where the last call ended. */
  take(limit: number, from = this.next ?? this.from): WireRecords {
    if (from !== this.next) this.rewind();
    this.next = undefined;
    const records: WireRecord[] = [];
    while (records.length < limit) {
      this.batch ??= this.openFrom(from);
      if (!this.batch) break;
      const record = this.nextOf(this.batch, from);
      if (record) records.push(record);
    }
    const last = records.length < limit ? undefined : records.at(-1);
    this.next = last ? last.offset + 1 : this.end;
    return { records, next: this.next };
  }

  private rewind(): void {
    this.at = 0;
    this.batch = undefined;
  }

  /** Where each whole batch begins. */
  private *batches(from: number): Iterable<number> {
    for (let at = from; at + BEFORE_LENGTH <= this.bytes.length;) {
      const after = this.after(at);
      if (after > this.bytes.length) return;
      yield at;
      at = after;
    }
  }

  private after(at: number): number {
    return at + BEFORE_LENGTH + this.bytes.readInt32BE(at + BEFORE_LENGTH - 4);
  }

  /** The offset after the last record of a batch. Before Kafka 0.11 a batch was called by its last record. */
  private endOf(at: number): number {
    const called = new ByteReader(this.bytes, at).int64();
    const isNow = this.bytes.readInt8(at + MAGIC_AT) === MAGIC;
    return called + (isNow ? this.bytes.readInt32BE(at + LAST_DELTA_AT) : 0) + 1;
  }

  /** Opens the next batch that has something at `from` or behind it. */
  private openFrom(from: number): OpenBatch | undefined {
    for (const at of this.batches(this.at)) {
      const opened = this.endOf(at) > from ? this.open(at) : undefined;
      this.at = this.after(at);
      if (opened) return opened;
    }
    return undefined;
  }

  private open(at: number): OpenBatch | undefined {
    const reader = new ByteReader(this.bytes, at, this.after(at));
    const [base, last] = [reader.int64(), this.endOf(at) - 1];
    if (reader.skip(8).int8() !== MAGIC) return { ...oldBatch, base, last };
    // The checksum is not looked at: TCP has one, Kafka checked this one, and it would cost a third of the reading.
    const attributes = reader.skip(4).int16();
    if ((attributes & CONTROL) !== 0) return undefined;
    const timestamp = reader.skip(12).int64();
    const left = reader.skip(14).int32();
    const packed = reader.raw(reader.left);
    const how = attributes & COMPRESSION;
    return { base, last, timestamp, packed, how, body: undefined, left };
  }

  /** As `decodeNext`; what cannot be decoded is said in the place of all that is left of the batch. */
  private nextOf(batch: OpenBatch, from: number): WireRecord | undefined {
    try {
      return this.decodeNext(batch, from);
    } catch (error) {
      this.batch = undefined;
      return unreadable(batch, error);
    }
  }

  /** Decodes the next record of a batch, unless it lies before `from`; closes the batch after its last one. */
  private decodeNext(batch: OpenBatch, from: number): WireRecord | undefined {
    if (batch.left === 0) {
      this.batch = undefined;
      return undefined;
    }
    batch.left -= 1;
    const { base, timestamp } = batch;
    const body = (batch.body ??= new ByteReader(unpacked(batch)));
    const length = body.varint();
    const after = body.left - length;
    body.skip(1).skipVarlong();
    const offset = base + body.varint();
    if (offset < from) {
      body.skip(body.left - after);
      return undefined;
    }
    const key = body.vartext();
    const value = body.vartext();
    return { offset, timestamp, key, value, headers: this.names.read(body) };
  }
}

function unreadable({ last, timestamp }: OpenBatch, error: unknown): WireRecord {
  const why = error instanceof Error ? error.message : String(error);
  const said = `its batch cannot be read: ${why}`;
  return { offset: last, timestamp, key: null, value: null, headers: [], unreadable: said };
}

function unpacked({ packed, how }: OpenBatch): Buffer {
  if (how === 0) return packed;
  if (how === 1) return gunzipSync(packed, MOST);
  if (how === 4) return zstdDecompressSync(packed, MOST);
  if (how === OLD) throw new Error('it is of before Kafka 0.11');
  throw new Error(
    'it is compressed with snappy or lz4, which cannot be read here: use gzip, zstd or nothing',
  );
}
