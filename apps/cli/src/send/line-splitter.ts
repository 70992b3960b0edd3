const [NEWLINE, RETURN, BLANK, TAB] = [0x0a, 0x0d, 0x20, 0x09];

const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === RETURN || byte === BLANK || byte === TAB);

/** What of a line that is too long is kept, in bytes. */
const BEGINNING = 1024;

/** Makes lines of what comes in pieces. A line that never ends takes no more memory than one that may be sent. */
export class LineSplitter {
  private held: Buffer[] = [];
  private bytes = 0;

  /**
   * @param most bytes of a line
   * @param tooLong hears of each line that has more, and how it begins
   */
  constructor(
    private readonly most: number,
    private readonly tooLong: (beginning: Buffer) => void,
  ) {}

  /** Lines that are whole now, without their ends; those with nothing in them are passed over. */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.hold(chunk.subarray(from, end));
      lines.push(...this.end());
      from = end + 1;
    }
    this.hold(chunk.subarray(from));
    return lines;
  }

  /** The line that nothing has ended yet, if there is one. */
  end(): Buffer[] {
    const [first] = this.held;
    const line = this.held.length === 1 && first ? first : Buffer.concat(this.held);
    const long = this.bytes > this.most;
    this.held = [];
    this.bytes = 0;
    if (!long) return isBlank(line) ? [] : [line];
    this.tooLong(line.subarray(0, BEGINNING));
    return [];
  }

  private hold(part: Buffer): void {
    if (part.length === 0) return;
    // Of what is too long already the beginning will do.
    if (this.bytes <= this.most) this.held.push(part);
    this.bytes += part.length;
  }
}
