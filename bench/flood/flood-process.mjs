// Sends observations at a fixed rate, whatever becomes of those before: a process of its own.
import { observations } from '../kit/observations.mjs';
import { cpuOf } from '../kit/usage.mjs';
import { openConnection } from './connection.mjs';
import { Tally } from './tally.mjs';

/** Every so many is an issue, and that one of so many. */
const [BETWEEN_ISSUES, ISSUES] = [10, 1_000];

let free = [];
let flood = null;

function open({ url, tokens, connections }) {
  const heads = tokens.map((token) =>
    [
      ...['PUT /v1/events_v2 HTTP/1.1', 'host: parapet', `authorization: Bearer ${token}`],
      ...['content-type: application/json', 'content-length: '],
    ].join('\r\n'),
  );
  return new Promise((opened) => {
    let left = connections;
    const whenOpen = () => (left -= 1) === 0 && opened();
    free = Array.from({ length: connections }, (_, i) => ({
      head: heads[i % heads.length],
      line: openConnection(url, whenOpen),
    }));
  });
}

function sendOne(tally, due) {
  tally.due += 1;
  const client = free.pop();
  if (!client) return void (tally.unsent += 1);
  flood.onTheirWay += 1;
  const body = flood.next();
  client.line.send(`${client.head}${body.length}\r\n\r\n${body}`, (answer) => {
    tally.note(answer, due, performance.now());
    if (answer.status === 201) flood.written += 1;
    flood.onTheirWay -= 1;
    if (flood.patient && answer.retryAfter > 0)
      setTimeout(() => free.push(client), answer.retryAfter * 1_000);
    else free.push(client);
    if (flood.onTheirWay === 0) flood.whenQuiet?.();
  });
}

/** Sends for some seconds what is due, looked at every millisecond. */
async function phase({ rate, seconds }) {
  const began = performance.now();
  const tally = new Tally(began);
  const all = rate * seconds;
  while (tally.due < all) {
    const owed = Math.min(all, Math.floor(((performance.now() - began) / 1_000) * rate));
    while (tally.due < owed) sendOne(tally, began + (tally.due * 1_000) / rate);
    await new Promise((later) => setTimeout(later, 1));
  }
  return tally;
}

/** What was written and used from one mark to the next. */
const between = (before, after) => ({
  written: after.written - before.written,
  cpu: after.cpu - before.cpu,
});

async function run({ phases, pid, patient, issues, ...asked }) {
  const next = observations({
    destinationOf: (n) => `${Math.floor(n / BETWEEN_ISSUES) % ISSUES}.example.net`,
    verdictOf: (n) => (issues && n % BETWEEN_ISSUES === 0 ? 'detected' : 'allowed'),
  });
  flood = { patient, next, written: 0, onTheirWay: 0, whenQuiet: null };
  const marks = [];
  const mark = () => marks.push({ cpu: cpuOf(pid), written: flood.written });
  await open(asked);
  const tallies = [];
  mark();
  for (const one of phases) {
    tallies.push(await phase(one));
    mark();
  }
  if (flood.onTheirWay > 0) await new Promise((quiet) => (flood.whenQuiet = quiet));
  for (const { line } of free) line.end();
  return tallies.map((tally, i) => tally.told(phases[i].seconds, between(...marks.slice(i))));
}

process.once('disconnect', () => process.exit());
process.on('message', async (asked) => process.send(await run(asked)));
process.send({ url: null });
