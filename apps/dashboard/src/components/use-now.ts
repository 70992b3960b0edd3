import { useEffect, useState } from 'react';
import { houseNow } from '../api/house-clock';

const EVERY_MS = 15_000;

/** The time in the house, kept up to date; milliseconds since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(() => houseNow());
  useEffect(() => {
    const ticking = setInterval(() => setNow(houseNow()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
