import type { Looks } from './browser';

const EVERY = [
  { size: 'desktop', scheme: 'light' },
  { size: 'desktop', scheme: 'dark' },
  { size: 'phone', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
] as const satisfies readonly Looks[];

/** Each size and each scheme once. Most tests go about on a desktop in light colours: so neither of these is that. */
const FEW = [EVERY[1], EVERY[2]];

/** How tests look at every page; in every size and scheme with LOOKS=all. */
export const LOOKS = process.env['LOOKS'] === 'all' ? EVERY : FEW;
