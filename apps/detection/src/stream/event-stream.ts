import { Readable } from 'node:stream';

/** Bytes that are held for a client which does not read; beyond them it is cut off, and may resume. */
const MOST_HELD = 256 * 1024;

/** An answer of Server-Sent Events, said piece by piece. */
export class EventStream extends Readable {
  private readonly waiting = new Set<() => void>();
  private ended = false;

  constructor() {
    super();
    this.once('close', () => this.wake());
  }

  /** Says a message of this type; `id` is where to resume behind it. */
  say(type: string, id: string, data: string): void {
    this.write(`event: ${type}\nid: ${id}\ndata: ${data}\n\n`);
  }

  /** Says nothing, so that nobody between takes the connection for dead, and where to resume. */
  beat(id: string): void {
    this.write(`:\nid: ${id}\n\n`);
  }

  /** How long to wait before connecting again, in milliseconds. */
  retry(ms: number): void {
    this.write(`retry: ${ms}\n\n`);
  }

  /** Ends it after all that was said; does nothing the second time. */
  end(): void {
    if (this.over) return;
    this.ended = true;
    this.push(null);
  }

  /** Resolves when the client has taken most of what was said, or is gone. */
  async room(): Promise<void> {
    while (!this.over && this.readableLength >= this.readableHighWaterMark)
      await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /** Whether nothing can be said any more. */
  get over(): boolean {
    return this.destroyed || this.ended;
  }

  override _read(): void {
    this.wake();
  }

  private write(text: string): void {
    if (this.over) return;
    this.push(text);
    if (this.readableLength > MOST_HELD) this.destroy();
  }

  private wake(): void {
    for (const go of this.waiting) go();
    this.waiting.clear();
  }
}
