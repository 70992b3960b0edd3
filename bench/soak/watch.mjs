import { readdirSync } from 'node:fs';

const EVERY_MS = 5_000;

/** What keeps the event loop of a process alive, as it says itself: `{ Timeout: 3, TCPSocketWrap: 20, … }`. */
async function resourcesOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^nodejs_active_resources\{type="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...found].map(([, type, count]) => [type, Number(count)]));
}

const look = async ({ url, pid, memory }) => ({
  ...{ at: performance.now(), memory: memory() },
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
  resources: await resourcesOf(url),
});

/**
 * Looks at processes every few seconds while something is done.
 * @param processes `{ ingest: process, … }`
 * @returns `{ looks: { ingest: [{ at (ms), memory (MiB), descriptors, resources }, …] }, done: what was done }`
 */
export async function watching(processes, during) {
  const looks = Object.fromEntries(Object.keys(processes).map((name) => [name, []]));
  const lookAtAll = () =>
    Promise.all(
      Object.entries(processes).map(async ([name, one]) => looks[name].push(await look(one))),
    );
  let last = lookAtAll();
  const timer = setInterval(() => (last = last.then(lookAtAll)), EVERY_MS);
  try {
    const done = await during();
    return { looks, done };
  } finally {
    clearInterval(timer);
    await last;
  }
}
