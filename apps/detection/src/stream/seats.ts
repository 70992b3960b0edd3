import { Problem } from '@parapet/contracts';

/** Streams that are open at once, at most: of this process, and of one token. */
export const SEATS = { all: 256, ofOne: 16 } as const;

/** Counts open streams: each keeps a connection for as long as its client likes. */
export class Seats {
  private taken = 0;
  private readonly byToken = new Map<string, number>();

  /**
   * Takes a seat; what is answered gives it back.
   * @throws Problem when there is none, or the token has its share
   */
  take(tokenId: string): () => void {
    const own = this.byToken.get(tokenId) ?? 0;
    if (own >= SEATS.ofOne)
      throw new Problem(
        'rate_limited',
        `More than ${SEATS.ofOne} streams are open with this token`,
        'close some, or use one for all types',
        1,
      );
    if (this.taken >= SEATS.all)
      throw new Problem('unavailable', 'Too many streams are open', 'try again later', 10);
    this.taken += 1;
    this.byToken.set(tokenId, own + 1);
    return () => this.give(tokenId);
  }

  private give(tokenId: string): void {
    const left = (this.byToken.get(tokenId) ?? 1) - 1;
    this.taken -= 1;
    if (left === 0) this.byToken.delete(tokenId);
    else this.byToken.set(tokenId, left);
  }
}
