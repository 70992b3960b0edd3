import { BATCH_BYTES } from './outbox';

/** A request that took so long went over a slow link: a house that is away says so sooner. */
const SLOW_MS = 10_000;

/** How many bytes a request may have, by what became of those before. */
export class RequestSize {
  private now = BATCH_BYTES;
  /** What stands before the house takes no more. */
  private ceiling = BATCH_BYTES;

  get bytes(): number {
    return this.now;
  }

  /** A request of so many bytes was too large. */
  refused(bytes: number): void {
    this.ceiling = half(bytes);
    this.now = this.ceiling;
  }

  /** One was cut off, or nobody answered it. Over a slow link a shorter one may come through before the house ends waiting for it. */
  failed(bytes: number, tookMs: number): void {
    if (tookMs >= SLOW_MS) this.now = half(bytes);
  }

  wentWell(tookMs: number): void {
    if (tookMs < SLOW_MS / 2) this.now = Math.min(this.ceiling, this.now * 2);
  }
}

const half = (bytes: number): number => Math.ceil(bytes / 2);
