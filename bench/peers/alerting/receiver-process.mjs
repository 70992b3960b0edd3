// The receiver of webhooks, a process of its own: notes when each numbered thing was told of first, and how often it was told.
import { createServer } from 'node:http';

const THING = /d(\d+)\.example\.com/;
const QUIET_LOOK_MS = 50;

const arrivals = new Map();
let webhooks = 0;
let last = 0;

function note(body) {
  last = performance.timeOrigin + performance.now();
  webhooks += 1;
  const n = Number(THING.exec(body)[1]);
  if (!arrivals.has(n)) arrivals.set(n, last);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    note(body);
    response.end('thanks');
  });
});
server.keepAliveTimeout = 60_000;

const listen = (port) =>
  new Promise((listening) => server.listen(port, '127.0.0.1', listening)).then(
    () => server.address().port,
  );
const port = await listen(0);

/** Until so many things were told of, or none arrived any more for a while; resolves with when the last arrived. */
async function reach(count, quietMs) {
  const began = performance.timeOrigin + performance.now();
  const since = () => performance.timeOrigin + performance.now() - Math.max(last, began);
  while (arrivals.size < count && since() < quietMs)
    await new Promise((later) => setTimeout(later, QUIET_LOOK_MS));
  return { last, things: arrivals.size };
}

const COMMANDS = {
  reach,
  tell: () => ({ webhooks, arrivals: [...arrivals] }),
  away: () => {
    server.close();
    server.closeAllConnections();
    return {};
  },
  back: async () => ({ port: await listen(port) }),
};
process.once('disconnect', () => process.exit());
process.on('message', async ([command, ...values]) =>
  process.send(await COMMANDS[command](...values)),
);
process.send({ url: `http://127.0.0.1:${port}/` });
