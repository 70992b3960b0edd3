import { crc32c } from './crc32c';
import { encodeBatch, encodeRecord } from './record-batch';

const CRC_AT = 17;
const CHECKED_FROM = 21;

describe('a batch of records', () => {
  it('carries the checksum that Kafka looks at', () => {
    expect(crc32c(Buffer.from('123456789')) >>> 0).toBe(0xe3069283);
    const batch = encodeBatch([encodeRecord('k', 'v', (to) => to.varint(0))], 1_000);
    expect(batch.readInt32BE(CRC_AT)).toBe(crc32c(batch.subarray(CHECKED_FROM)));
  });
});
