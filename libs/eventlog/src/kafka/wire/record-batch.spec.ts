import { gzipSync, zstdCompressSync } from 'node:zlib';
import { crc32c } from './crc32c';
import { decodeBatches, encodeBatch, encodeRecord } from './record-batch';

const BASE_AT = 0;
const LENGTH_AT = 8;
const MAGIC_AT = 16;
const ATTRIBUTES_AT = 21;
const RECORDS_AT = 61;

/** A batch of `count` records that Kafka has put at `base`. */
function batchAt(base: number, count: number): Buffer {
  const tails = Array.from({ length: count }, (_, n) =>
    encodeRecord('k', `v${base + n}`, (to) => to.varint(0)),
  );
  const batch = Buffer.from(encodeBatch(tails, 1_000));
  batch.writeBigInt64BE(BigInt(base), BASE_AT);
  return batch;
}

function compressed(batch: Buffer, codec: number, how: (bytes: Buffer) => Buffer): Buffer {
  const packed = Buffer.concat([batch.subarray(0, RECORDS_AT), how(batch.subarray(RECORDS_AT))]);
  packed.writeInt16BE(codec, ATTRIBUTES_AT);
  packed.writeInt32BE(packed.length - LENGTH_AT - 4, LENGTH_AT);
  return packed;
}

const offsets = (bytes: Buffer, from: number) =>
  decodeBatches(bytes, from).records.map((record) => record.offset);

describe('batches of records', () => {
  it('carry the checksum that Kafka looks at', () => {
    expect(crc32c(Buffer.from('123456789')) >>> 0).toBe(0xe3069283);
    const batch = batchAt(0, 3);
    expect(batch.readInt32BE(17)).toBe(crc32c(batch.subarray(ATTRIBUTES_AT)));
  });

  it('are read from the offset asked for on, although whole batches come', () => {
    const bytes = Buffer.concat([batchAt(10, 5), batchAt(20, 3)]);
    expect(offsets(bytes, 12)).toEqual([12, 13, 14, 20, 21, 22]);
    expect(decodeBatches(bytes, 12).next).toBe(23);
    expect(decodeBatches(bytes, 12).records[0]).toMatchObject({ key: 'k', value: 'v12' });
  });

  it('beyond 2^31 keep their offsets', () => {
    const far = 2 ** 40 + 7;
    expect(offsets(batchAt(far, 2), 0)).toEqual([far, far + 1]);
  });

  it('that are cut off at the end of an answer are left for the next one', () => {
    const bytes = Buffer.concat([batchAt(0, 2), batchAt(2, 2).subarray(0, 70)]);
    expect(decodeBatches(bytes, 0)).toMatchObject({ next: 2 });
    expect(decodeBatches(bytes.subarray(0, 5), 9)).toEqual({ records: [], next: 9 });
  });

  it('of transactions only move on', () => {
    const batch = batchAt(4, 1);
    batch.writeInt16BE(0x20, ATTRIBUTES_AT);
    expect(decodeBatches(batch, 4)).toEqual({ records: [], next: 5 });
  });

  it('are read compressed with gzip and zstd, and refused with a sentence otherwise', () => {
    expect(offsets(compressed(batchAt(0, 3), 1, gzipSync), 0)).toEqual([0, 1, 2]);
    expect(offsets(compressed(batchAt(0, 3), 4, zstdCompressSync), 0)).toEqual([0, 1, 2]);
    const lz4 = compressed(batchAt(0, 3), 3, (bytes) => bytes);
    expect(() => offsets(lz4, 0)).toThrow('use gzip, zstd or nothing');
    const old = batchAt(0, 1);
    old.writeInt8(1, MAGIC_AT);
    expect(() => offsets(old, 0)).toThrow('records in format 1 cannot be read');
  });
});
