/** How long a webhook keeps a place: `unknown` until an attempt to it has ended in this process. */
export type Pace = 'prompt' | 'unknown' | 'slow';

/** Who keeps a place for longer is slow: so many of them would keep everybody waiting for as long. */
const SLOW_MS = 1_000;

/** What an attempt says that kept its place for so long (ms), with all that the house does besides. */
export const paceOf = (heldMs: number): Pace => (heldMs < SLOW_MS ? 'prompt' : 'slow');
