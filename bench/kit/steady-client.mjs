import { ask, keptConnections } from './client.mjs';

const quantile = (sorted, q) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];

/**
 * Sends requests at a steady rate, whatever becomes of those before, and measures each from the moment when it was due.
 * @param next makes the options of the nth request, with its `url`
 * @returns p50, p99 and the longest in milliseconds, and how many were not answered with 2xx
 */
export async function measure(next, { requests, rate }) {
  const agent = keptConnections(256);
  const took = [];
  let failed = 0;
  const one = async (n, due) => {
    const { url, ...options } = next(n);
    const { status } = await ask(url, { ...options, agent });
    took.push(performance.now() - due);
    if (status < 200 || status > 299) failed += 1;
  };
  const all = [];
  const began = performance.now();
  for (let n = 0; n < requests; n += 1) {
    const due = began + (n * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await new Promise((now) => setTimeout(now, early));
    all.push(one(n, due));
  }
  await Promise.all(all);
  agent.destroy();
  took.sort((a, b) => a - b);
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), longest: took.at(-1), failed };
}
