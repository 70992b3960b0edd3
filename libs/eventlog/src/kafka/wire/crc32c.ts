const POLYNOMIAL = 0x82f63b78;

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = (c & 1) === 1 ? (c >>> 1) ^ POLYNOMIAL : c >>> 1;
  return c;
});

/** CRC-32C (Castagnoli), by which Kafka checks a batch; as a signed 32-bit integer. */
export function crc32c(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++)
    crc = (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc;
}
