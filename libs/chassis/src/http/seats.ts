import { Problem } from '@parapet/contracts';
import { type ShareBounds, Shares } from './shares';

/** Answers that last as long as their clients like, and how many of them there may be in this process and with one token. */
export interface SeatPlan extends ShareBounds {
  /** In the plural: `streams`. */
  readonly what: string;
}

/** Seats for answers that last: each keeps a connection. */
export class Seats {
  private readonly shares: Shares;

  constructor(private readonly plan: SeatPlan) {
    this.shares = new Shares(plan);
  }

  /**
   * Takes a seat; what is answered gives it back.
   * @throws Problem when there is none, or the token has its share
   */
  take(tokenId: string): () => void {
    const { what, ofOne } = this.plan;
    const give = this.shares.begin(tokenId);
    if (give === 'own')
      throw new Problem(
        'rate_limited',
        `More than ${ofOne} ${what} are open with this token`,
        'end some before you ask for more',
        1,
      );
    if (give === 'all')
      throw new Problem('unavailable', `Too many ${what} are open`, 'try again later', 10);
    return give;
  }

  /** The pieces of an answer, with a seat taken from the first to the last, or until nobody wants more. */
  async *during(tokenId: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
    const give = this.take(tokenId);
    try {
      yield* pieces;
    } finally {
      give();
    }
  }
}
