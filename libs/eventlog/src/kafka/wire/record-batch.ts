import { ByteWriter, varintLength } from './byte-writer';
import { crc32c } from './crc32c';

/** The format of batches since Kafka 0.11. */
export const MAGIC = 2;
/** Bytes before the part that `length` counts: the first offset and the length itself. */
export const BEFORE_LENGTH = 12;
/** Bytes of a batch before its records. */
const HEADER = 61;
const CRC_AT = 17;
const CHECKED_FROM = 21;
const NOBODY = -1;

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
