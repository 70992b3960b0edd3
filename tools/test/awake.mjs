/** How often it looks whether the process runs. */
const LOOK_MS = 10;
/** However long it did not run, no more of that is counted. */
const MOST_MS = 100;

/** Takes the time of some work, while the process runs. See awake.d.mts. */
export async function awake(work) {
  let [ms, before] = [0, performance.now()];
  const look = () => {
    const now = performance.now();
    ms += Math.min(now - before, MOST_MS);
    before = now;
  };
  const looking = setInterval(look, LOOK_MS);
  try {
    const result = await work();
    look();
    return { result, ms };
  } finally {
    clearInterval(looking);
  }
}
