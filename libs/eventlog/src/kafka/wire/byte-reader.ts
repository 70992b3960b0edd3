/** Reads what the protocol is made of; see `ByteWriter`. @throws RangeError past the end */
export class ByteReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
    private readonly end = bytes.length,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  int8(): number {
    this.at += this.within(1);
    return this.bytes.readInt8(this.at - 1);
  }

  int16(): number {
    this.at += this.within(2);
    return this.bytes.readInt16BE(this.at - 2);
  }

  int32(): number {
    this.at += this.within(4);
    return this.bytes.readInt32BE(this.at - 4);
  }

  /** Exact up to 2^53. */
  int64(): number {
    const high = this.int32();
    return high * 0x1_0000_0000 + (this.int32() >>> 0);
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? this.within(Infinity);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (value >>> 1) ^ -(value & 1);
    }
  }

  /** A varint of up to 64 bits that is of no interest. */
  skipVarlong(): void {
    while ((this.bytes[this.at++] ?? this.within(Infinity)) >= 0x80);
  }

  /** UTF-8 behind an int16; null as the empty text. */
  text(): string {
    return this.utf8(this.int16());
  }

  /** UTF-8 behind a varint; null when the length is -1. */
  vartext(): string | null {
    const length = this.varint();
    return length < 0 ? null : this.utf8(length);
  }

  skipVartext(): void {
    this.skip(Math.max(0, this.varint()));
  }

  /** Reads bytes behind a varint. @returns which of `known` they are; -1 when none */
  varmatch(known: readonly Uint8Array[]): number {
    const length = Math.max(0, this.varint());
    this.at += this.within(length);
    const at = this.at - length;
    for (let place = 0; place < known.length; place++)
      if (this.has(known[place], at, length)) return place;
    return -1;
  }

  /** Answers what `each` reads, as often as the int32 in front says. */
  array<T>(each: () => T): T[] {
    return Array.from({ length: Math.max(0, this.int32()) }, each);
  }

  /** The next `length` bytes, without a copy. */
  raw(length: number): Buffer {
    this.at += this.within(Math.max(0, length));
    return this.bytes.subarray(this.at - Math.max(0, length), this.at);
  }

  skip(length: number): this {
    this.at += this.within(length);
    return this;
  }

  private has(known: Uint8Array | undefined, at: number, length: number): boolean {
    if (known?.length !== length) return false;
    for (let i = 0; i < length; i++) if (known[i] !== this.bytes[at + i]) return false;
    return true;
  }

  private utf8(length: number): string {
    if (length <= 0) return '';
    this.at += this.within(length);
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  private within(length: number): number {
    if (this.at + length > this.end) throw new RangeError('the answer of Kafka ends too early');
    return length;
  }
}
