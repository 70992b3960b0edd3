import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The time, kept up to date; milliseconds since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
