import { setTimeout as pause } from 'node:timers/promises';

/** How often it looks whether the process runs. */
const LOOK_MS = 10;
/** However long it did not run, no more of that is counted. */
const MOST_MS = 100;

/** Answers, each time it is called, for how long the process has run since then: to be called often. */
function count() {
  let [ms, before] = [0, performance.now()];
  return () => {
    const now = performance.now();
    ms += Math.min(now - before, MOST_MS);
    before = now;
    return ms;
  };
}

/** Takes the time of some work, while the process runs. See awake.d.mts. */
export async function awake(work) {
  const look = count();
  const looking = setInterval(look, LOOK_MS);
  try {
    return { result: await work(), ms: look() };
  } finally {
    clearInterval(looking);
  }
}

/** Resolves when the process has run for so long. See awake.d.mts. */
export async function awakeFor(ms) {
  const look = count();
  while (look() < ms) await pause(LOOK_MS);
}
