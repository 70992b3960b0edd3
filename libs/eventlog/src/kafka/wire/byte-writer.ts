const FIRST_SIZE = 4_096;

/** Writes what the protocol is made of: big-endian integers, zigzag varints, UTF-8 text behind its length. Grows as needed. */
export class ByteWriter {
  private bytes: Buffer;
  private at = 0;

  constructor(size = FIRST_SIZE) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.at;
  }

  /** What was written; valid until more is. */
  written(from = 0): Buffer {
    return this.bytes.subarray(from, this.at);
  }

  /** Begins again from nothing. */
  clear(): this {
    this.at = 0;
    return this;
  }

  int8(value: number): this {
    this.reserve(1);
    this.at = this.bytes.writeInt8(value, this.at);
    return this;
  }

  int16(value: number): this {
    this.reserve(2);
    this.at = this.bytes.writeInt16BE(value, this.at);
    return this;
  }

  int32(value: number): this {
    this.reserve(4);
    this.at = this.bytes.writeInt32BE(value, this.at);
    return this;
  }

  /** Whole numbers up to 2^53. */
  int64(value: number): this {
    return this.int32(Math.floor(value / 0x1_0000_0000)).int32(value | 0);
  }

  varint(value: number): this {
    this.reserve(5);
    let rest = (value << 1) ^ (value >> 31);
    while ((rest & ~0x7f) !== 0) {
      this.bytes[this.at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
    return this;
  }

  /** UTF-8 behind its length as an int16; null is length -1. */
  text(value: string | null): this {
    if (value === null) return this.int16(-1);
    return this.int16(Buffer.byteLength(value)).utf8(value);
  }

  /** UTF-8 behind its length as a varint. */
  vartext(value: string): this {
    const length = Buffer.byteLength(value);
    return this.varint(length).utf8(value, length);
  }

  raw(value: Uint8Array): this {
    this.reserve(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
    return this;
  }

  /** Overwrites four bytes that were written before. */
  patchInt32(at: number, value: number): this {
    this.bytes.writeInt32BE(value | 0, at);
    return this;
  }

  private utf8(value: string, length = Buffer.byteLength(value)): this {
    this.reserve(length);
    this.at += this.bytes.write(value, this.at, length, 'utf8');
    return this;
  }

  private reserve(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

/** How many bytes `varint` writes. */
export function varintLength(value: number): number {
  let rest = (value << 1) ^ (value >> 31);
  let length = 1;
  while ((rest & ~0x7f) !== 0) {
    rest >>>= 7;
    length += 1;
  }
  return length;
}
