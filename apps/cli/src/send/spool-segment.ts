import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { LINE_BYTES } from './outbox';

const NEWLINE = 0x0a;

/**
 * One file of a spool: lines, each with its end. Written and read synchronously: what is written is never half there for whoever
 * reads, and the page cache answers in microseconds.
 */
export class Segment {
  /** Bytes that are decided. */
  private passed = 0;

  private constructor(
    private readonly path: string,
    private readonly file: number,
    /** Bytes of whole lines. */
    public size: number,
    readonly writable: boolean,
  ) {}

  static begun(path: string): Segment {
    return new Segment(path, openSync(path, 'wx+', 0o600), 0, true);
  }

  /** A file that another process left behind; null, and no file any more, when there is no whole line in it. */
  static found(path: string): Segment | null {
    const file = openSync(path, 'r+');
    const segment = new Segment(path, file, wholeBytes(file), false);
    if (segment.size > 0) return segment;
    segment.remove();
    return null;
  }

  /** Bytes that are not decided. */
  get left(): number {
    return this.size - this.passed;
  }

  /** Adds whole lines. @throws what writing throws; then nothing is added */
  append(text: Buffer): void {
    try {
      for (let from = 0; from < text.length;)
        from += writeSync(this.file, text, from, text.length - from, this.size + from);
    } catch (error) {
      ftruncateSync(this.file, this.size);
      throw error;
    }
    this.size += text.length;
  }

  /** The next lines, and how many bytes they take here. */
  read(mostLines: number, mostBytes: number): { lines: readonly Buffer[]; bytes: number } {
    const chunk = Buffer.alloc(Math.min(this.left, mostBytes));
    const read = readSync(this.file, chunk, 0, chunk.length, this.passed);
    const lines: Buffer[] = [];
    let from = 0;
    while (lines.length < mostLines) {
      const end = chunk.subarray(0, read).indexOf(NEWLINE, from);
      if (end < 0) break;
      lines.push(chunk.subarray(from, end));
      from = end + 1;
    }
    if (lines.length === 0) throw new Error(`${this.path} has a line that was never put there.`);
    return { lines, bytes: from };
  }

  pass(bytes: number): void {
    this.passed += bytes;
  }

  close(): void {
    closeSync(this.file);
  }

  remove(): void {
    this.close();
    unlinkSync(this.path);
  }
}

/** Where the last whole line ends: what stands behind it was being written when its process was killed, or its machine lost its power. */
function wholeBytes(file: number): number {
  const piece = Buffer.alloc(LINE_BYTES);
  let { size: end } = fstatSync(file);
  while (end > 0) {
    const from = Math.max(0, end - LINE_BYTES);
    const read = readSync(file, piece, 0, end - from, from);
    const last = piece.subarray(0, read).lastIndexOf(NEWLINE);
    if (last >= 0) return from + last + 1;
    end = from;
  }
  return 0;
}
