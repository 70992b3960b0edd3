import { Bell } from './bell';

/** Lines of one request, at most; the house takes no more. */
export const BATCH_LINES = 1_000;
/** Bytes of one request, at most: half of what the house takes, so that one long line more does no harm. */
export const BATCH_BYTES = 4 * 1024 * 1024;
/** Bytes of one line, at most. The house refuses shorter ones than this and says why; longer ones are not worth asking. */
export const LINE_BYTES = 1024 * 1024;

/** Lines that are sent together. */
export interface Batch {
  readonly lines: readonly Buffer[];
  /** All of them are decided: they need not be kept any more. */
  done(): void;
}

/** Where lines wait between the one who writes them and the house. In their order, a batch at a time. */
export interface Outbox {
  /** Resolves when the lines are kept; waits while there is no room. */
  put(lines: readonly Buffer[]): Promise<void>;
  /** From now on there is room for everything: little more will be put, and who waits for room is to end. */
  hurry(): void;
  /** No more will be put. */
  end(): void;
  /** What waits now, as soon as there is anything; null when all is taken and no more will come. The one before must be done. */
  take(): Promise<Batch | null>;
  close(): void;
}

/** Bytes that wait in memory, at most: then whoever writes them has to wait. */
const ROOM = 8 * 1024 * 1024;

/** Keeps lines in memory. */
export class MemoryOutbox implements Outbox {
  private lines: Buffer[] = [];
  private bytes = 0;
  private ended = false;
  private room = ROOM;
  private readonly changed = new Bell();

  async put(lines: readonly Buffer[]): Promise<void> {
    while (this.bytes >= this.room) await this.changed.rung();
    for (const line of lines) this.lines.push(line);
    this.bytes += sizeOf(lines);
    this.changed.ring();
  }

  hurry(): void {
    this.room = Infinity;
    this.changed.ring();
  }

  end(): void {
    this.ended = true;
    this.changed.ring();
  }

  async take(): Promise<Batch | null> {
    while (this.lines.length === 0) {
      if (this.ended) return null;
      await this.changed.rung();
    }
    const lines = this.lines.splice(0, fitting(this.lines, BATCH_LINES, BATCH_BYTES));
    this.bytes -= sizeOf(lines);
    this.changed.ring();
    return { lines, done: () => undefined };
  }

  close(): void {
    this.lines = [];
  }
}

/** Bytes of lines, with their ends. */
export const sizeOf = (lines: readonly Buffer[]): number =>
  lines.reduce((sum, { length }) => sum + length + 1, 0);

/** How many of these, from the first on, make a request of so many lines and bytes at most; one that is longer goes alone. */
export function fitting(lines: readonly Buffer[], mostLines: number, mostBytes: number): number {
  let [count, bytes] = [0, 0];
  for (const { length } of lines) {
    bytes += length + 1;
    if (count === mostLines || (count > 0 && bytes > mostBytes)) break;
    count += 1;
  }
  return count;
}
