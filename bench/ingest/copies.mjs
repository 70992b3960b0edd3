// Sends observations in copies at once, each copy to another process, and answers how often each status came; a process of its own.
import { Pool } from 'undici';
import { observations as maker } from '../kit/observations.mjs';

const SENDERS = 64;

const nextBody = maker({
  destinationOf: () => 'api.example.net',
  verdictOf: () => 'allowed',
});

/** @param asked `{ urls, tokens, observations, copies }` */
async function send({ urls, tokens, observations, copies }) {
  const pools = urls.map((url) => new Pool(url, { connections: SENDERS * copies }));
  const statuses = {};
  const copy = async (pool, token, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method: 'PUT', path: '/v1/events_v2', headers, body };
    const answer = await pool.request(request);
    await answer.body.dump();
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
  };
  let next = 0;
  const sender = async () => {
    for (let nth = next++; nth < observations; nth = next++) {
      const [token, body] = [tokens[nth % tokens.length], nextBody()];
      const to = Array.from({ length: copies }, (_, i) => pools[(nth + i) % pools.length]);
      await Promise.all(to.map((pool) => copy(pool, token, body)));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await Promise.all(pools.map((pool) => pool.close()));
  return statuses;
}

process.once('disconnect', () => process.exit());
process.on('message', async (asked) => process.send(await send(asked)));
process.send({ url: null });
