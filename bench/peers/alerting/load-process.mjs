// A load generator, a process of its own: tells numbered events, and answers which of them were acknowledged.
import { createRequire } from 'node:module';
import { clock } from '../../kit/observations.mjs';

// The house's own undici.
const { Pool } = createRequire(new URL('../../../apps/notifier/package.json', import.meta.url))(
  'undici',
);

const TICK_MS = 2;
const now = () => performance.timeOrigin + performance.now();
const nowInText = clock();
const filled = (body, n, nth) =>
  body.replaceAll('<n>', n).replaceAll('<nth>', nth).replaceAll('<time>', nowInText());

/** Tells one event; resolves with whether it was acknowledged. A thing is always told by the same agent. */
async function tell(pool, { method, path, headers, body, distinct = Infinity }, nth) {
  const n = nth % distinct;
  const own = { method, path, headers: headers[n % headers.length], body: filled(body, n, nth) };
  const answer = await pool.request(own).catch(() => null);
  await answer?.body.dump().catch(() => undefined);
  return answer !== null && answer.statusCode < 300;
}

/** As fast as they are taken. */
async function hurry(asked, note) {
  let next = asked.from;
  const one = async () => {
    while (next < asked.from + asked.count) {
      const nth = next;
      next += 1;
      await note(nth, now());
    }
  };
  await Promise.all(Array.from({ length: asked.connections }, one));
}

/** At a steady rate, whatever becomes of those before; each counts from the moment when it was due. */
async function pace({ from, count, rate }, note) {
  const began = now();
  const told = [];
  while (told.length < count) {
    const due = began + (told.length * 1000) / rate;
    if (due <= now()) told.push(note(from + told.length, due));
    else await new Promise((later) => setTimeout(later, TICK_MS));
  }
  await Promise.all(told);
}

async function send(asked) {
  const pool = new Pool(asked.url, { connections: asked.connections, pipelining: 1 });
  const acknowledged = [];
  const note = async (nth, at) => {
    if (await tell(pool, asked, nth)) acknowledged.push([nth, at]);
  };
  const began = now();
  await (asked.rate === undefined ? hurry : pace)(asked, note);
  const took = now() - began;
  await pool.destroy();
  return { began, took, acknowledged };
}

process.once('disconnect', () => process.exit());
process.on('message', async (asked) => process.send(await send(asked)));
process.send({ url: null });
