import { gzipSync, zstdCompressSync } from 'node:zlib';
import { FetchedRecords } from './fetched-records';
import { HeaderNames } from './header-names';
import { encodeBatch, encodeRecord } from './record-batch';

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

const fetched = (bytes: Buffer, from: number) =>
  new FetchedRecords(bytes, from, new HeaderNames(['h']));
const all = (bytes: Buffer, from: number) => fetched(bytes, from).take(Infinity);
const offsets = (bytes: Buffer, from: number) =>
  all(bytes, from).records.map((record) => record.offset);

describe('batches of records', () => {
  it('are read from the offset asked for on, although whole batches come', () => {
    const bytes = Buffer.concat([batchAt(10, 5), batchAt(20, 3)]);
    expect(offsets(bytes, 12)).toEqual([12, 13, 14, 20, 21, 22]);
    expect(all(bytes, 12).next).toBe(23);
    expect(all(bytes, 12).records[0]).toMatchObject({ key: 'k', value: 'v12' });
  });

  it('are decoded as they are taken, and again when they are taken again', () => {
    const records = fetched(Buffer.concat([batchAt(10, 3), batchAt(13, 1), batchAt(20, 3)]), 11);
    const taken = (limit: number, from?: number) => {
      const { records: some, next } = records.take(limit, from);
      return [some.map(({ value }) => value), next];
    };
    expect(records.end).toBe(23);
    expect(taken(2)).toEqual([['v11', 'v12'], 13]);
    expect(taken(2)).toEqual([['v13', 'v20'], 21]);
    expect(taken(2, 12)).toEqual([['v12', 'v13'], 14]);
    expect(taken(9, 14)).toEqual([['v20', 'v21', 'v22'], 23]);
    expect(taken(9)).toEqual([[], 23]);
  });

  it('bring the headers that were asked for, the last of those that others repeated', () => {
    const tail = encodeRecord('k', 'v', (to) =>
      to
        .varint(4)
        .vartext('h')
        .vartext('1')
        .vartext('x')
        .vartext('2')
        .vartext('h')
        .vartext('3')
        .vartext('')
        .vartext(''),
    );
    const names = new HeaderNames(['y', 'h']);
    const { records } = new FetchedRecords(encodeBatch([tail], 0), 0, names).take(1);
    expect(records[0]?.headers).toEqual([undefined, '3']);
  });

  it('beyond 2^31 keep their offsets', () => {
    const far = 2 ** 40 + 7;
    expect(offsets(batchAt(far, 2), 0)).toEqual([far, far + 1]);
  });

  it('that are cut off at the end of an answer are left for the next one', () => {
    const bytes = Buffer.concat([batchAt(0, 2), batchAt(2, 2).subarray(0, 70)]);
    expect(all(bytes, 0)).toMatchObject({ next: 2 });
    expect(all(bytes.subarray(0, 5), 9)).toEqual({ records: [], next: 9 });
  });

  it('of transactions only move on', () => {
    const batch = batchAt(4, 1);
    batch.writeInt16BE(0x20, ATTRIBUTES_AT);
    expect(all(batch, 4)).toEqual({ records: [], next: 5 });
  });

  it('are read compressed with gzip and zstd', () => {
    expect(offsets(compressed(batchAt(0, 3), 1, gzipSync), 0)).toEqual([0, 1, 2]);
    expect(offsets(compressed(batchAt(0, 3), 4, zstdCompressSync), 0)).toEqual([0, 1, 2]);
  });
});

describe('a batch that cannot be read', () => {
  const old = batchAt(2, 1);
  old.writeInt8(1, MAGIC_AT);
  const broken = batchAt(0, 3);
  // The length of the key of its second record.
  broken.writeInt8(0x7e, RECORDS_AT + 5 + (broken.readInt8(RECORDS_AT) >> 1));
  const bomb = (pack: (bytes: Buffer) => Buffer) => () => pack(Buffer.alloc(65 * 1024 * 1024));
  const NONE: number[] = [];

  it.each([
    ['compressed with lz4', compressed(batchAt(0, 3), 3, (b) => b), NONE, 'use gzip, zstd or'],
    ['not what gzip makes', compressed(batchAt(0, 3), 1, (b) => b), NONE, 'incorrect header'],
    ['a bomb of gzip', compressed(batchAt(0, 3), 1, bomb(gzipSync)), NONE, 'larger than 67108864'],
    ['a bomb of zstd', compressed(batchAt(0, 3), 4, bomb(zstdCompressSync)), NONE, 'larger than'],
    ['of before Kafka 0.11', old, NONE, 'before Kafka 0.11'],
    ['cut off within', broken, [0], 'ends too early'],
  ])(
    'because it is %s, is one record that says why, and what lies behind it is handed out',
    (...of) => {
      const [, bytes, before, why] = of;
      const { records, next } = all(Buffer.concat([bytes, batchAt(3, 2)]), 0);
      expect(records.map(({ offset }) => offset)).toEqual([...before, 2, 3, 4]);
      expect(records.at(-3)?.unreadable).toContain(why);
      expect(records.slice(-2).map(({ value }) => value)).toEqual(['v3', 'v4']);
      expect(next).toBe(5);
    },
  );

  it('is the same record wherever it is taken from', () => {
    const lz4 = compressed(batchAt(0, 3), 3, (b) => b);
    const records = fetched(Buffer.concat([lz4, batchAt(3, 1)]), 0);
    for (const from of [0, 1, 2])
      expect(records.take(1, from)).toMatchObject({ records: [{ offset: 2 }], next: 3 });
    expect(records.take(1)).toMatchObject({ records: [{ value: 'v3' }], next: 4 });
  });
});
