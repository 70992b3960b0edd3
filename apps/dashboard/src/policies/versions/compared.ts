import type { PolicySearch } from '../policy.search';

/** Which two versions are compared: those that the address names, else the newest one with that before it. */
export function compared(newest: number, { from, to }: PolicySearch): { from: number; to: number } {
  const later = Math.min(to ?? newest, newest);
  const earlier = Math.min(from ?? Math.max(later - 1, 1), newest);
  return earlier <= later ? { from: earlier, to: later } : { from: later, to: earlier };
}
