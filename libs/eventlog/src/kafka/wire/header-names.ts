import type { ByteReader } from './byte-reader';

/** The headers that somebody looks at. They are told apart by their bytes: no text is made of a name, nor of what nobody asks for. */
export class HeaderNames {
  private readonly names: readonly Buffer[];

  constructor(names: readonly string[]) {
    this.names = names.map((name) => Buffer.from(name));
  }

  /** Reads the headers of a record. @returns the value of each name, in the order of the names; undefined where there is none */
  read(from: ByteReader): (string | null | undefined)[] {
    const values = this.names.map((): string | null | undefined => undefined);
    for (let left = from.varint(); left > 0; left--) {
      const place = from.varmatch(this.names);
      if (place < 0) from.skipVartext();
      else values[place] = from.vartext();
    }
    return values;
  }
}
