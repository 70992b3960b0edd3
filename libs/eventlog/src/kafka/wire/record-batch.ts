import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader';
import { ByteWriter, varintLength } from './byte-writer';
import { crc32c } from './crc32c';

const MAGIC = 2;
/** Bytes before the part that `length` counts: the first offset and the length itself. */
const BEFORE_LENGTH = 12;
/** Bytes of a batch before its records. */
const HEADER = 61;
const CRC_AT = 17;
const CHECKED_FROM = 21;
const COMPRESSION = 0x07;
const CONTROL = 0x20;
const NOBODY = -1;

/** A record as it is stored. Headers that others repeated: the last one counts. */
export interface WireRecord {
  readonly offset: number;
  /** Milliseconds since 1970 of its batch. */
  readonly timestamp: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: ReadonlyMap<string, string | null>;
}

/** Records of one partition and the offset after the last of them, those that were left out included. */
export interface WireRecords {
  readonly records: readonly WireRecord[];
  readonly next: number;
}

/** A record to be written: key, value and headers, encoded (`encodeRecord`). */
export type RecordTail = Buffer;

/** One buffer for all: a record is copied out of it at its exact size. */
const scratch = new ByteWriter();

/** Encodes what of a record does not depend on its place in a batch. `headers` writes their count and as many pairs. */
export function encodeRecord(
  key: string,
  value: string,
  headers: (to: ByteWriter) => void,
): RecordTail {
  headers(scratch.clear().vartext(key).vartext(value));
  return Buffer.from(scratch.written());
}

/** Encodes a batch. Kafka gives the records their offsets, and the time at which it takes them. */
export function encodeBatch(tails: readonly RecordTail[], nowMs: number): Buffer {
  const size = tails.reduce((sum, tail) => sum + tail.length + 16, HEADER);
  const batch = new ByteWriter(size)
    .int64(0)
    .int32(0)
    .int32(-1)
    .int8(MAGIC)
    .int32(0)
    .int16(0)
    .int32(tails.length - 1)
    .int64(nowMs)
    .int64(nowMs)
    .int64(NOBODY)
    .int16(NOBODY)
    .int32(NOBODY)
    .int32(tails.length);
  for (const [delta, tail] of tails.entries())
    batch
      .varint(2 + varintLength(delta) + tail.length)
      .int8(0)
      .varint(0)
      .varint(delta)
      .raw(tail);
  batch.patchInt32(BEFORE_LENGTH - 4, batch.length - BEFORE_LENGTH);
  batch.patchInt32(CRC_AT, crc32c(batch.written(CHECKED_FROM)));
  return batch.written();
}

/**
 * Decodes what a fetch brought of one partition: whole batches, so that it may begin before `from`, and the last one may be cut
 * off. Records before `from` and those of transactions' bookkeeping are left out.
 * @throws Error when a batch cannot be read: compressed in a way that Node has not, or older than Kafka 0.11
 */
export function decodeBatches(bytes: Buffer, from: number): WireRecords {
  const records: WireRecord[] = [];
  let next = from;
  for (let at = 0; at + BEFORE_LENGTH <= bytes.length;) {
    const length = bytes.readInt32BE(at + BEFORE_LENGTH - 4);
    const end = at + BEFORE_LENGTH + length;
    if (end > bytes.length) break;
    next = Math.max(next, decodeBatch(bytes.subarray(at, end), from, records));
    at = end;
  }
  return { records, next };
}

/** Adds the records of one batch. @returns the offset after its last one */
function decodeBatch(bytes: Buffer, from: number, records: WireRecord[]): number {
  const reader = new ByteReader(bytes);
  const base = reader.int64();
  const magic = reader.skip(8).int8();
  if (magic !== MAGIC) throw new Error(`records in format ${magic} cannot be read`);
  // The checksum is not looked at: TCP has one, Kafka checked this one, and it would cost a third of the reading.
  const attributes = reader.skip(4).int16();
  const next = base + reader.int32() + 1;
  const timestamp = reader.skip(8).int64();
  const count = reader.skip(14).int32();
  if (next <= from || (attributes & CONTROL) !== 0) return next;
  const body = new ByteReader(decompressed(reader.raw(reader.left), attributes & COMPRESSION));
  for (let n = 0; n < count; n++) {
    const record = decodeRecord(body, base, timestamp);
    if (record.offset >= from) records.push(record);
  }
  return next;
}

function decodeRecord(reader: ByteReader, base: number, timestamp: number): WireRecord {
  reader.varint();
  reader.skip(1).skipVarlong();
  const offset = base + reader.varint();
  const key = reader.vartext();
  const value = reader.vartext();
  const headers = new Map<string, string | null>();
  for (let left = reader.varint(); left > 0; left--)
    headers.set(reader.vartext() ?? '', reader.vartext());
  return { offset, timestamp, key, value, headers };
}

function decompressed(bytes: Buffer, how: number): Buffer {
  if (how === 0) return bytes;
  if (how === 1) return gunzipSync(bytes);
  if (how === 4) return zstdDecompressSync(bytes);
  throw new Error(
    'records are compressed with snappy or lz4, which cannot be read here: use gzip, zstd or nothing',
  );
}
