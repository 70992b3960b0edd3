// A sender over pg-boss, a process of its own: `node pg-boss-worker.mjs '{"modules","port","atOnce","urls"}'`.
import { createRequire } from 'node:module';
import { openPoster } from '../../webhooks/post.mjs';

const { modules, port, atOnce, urls } = JSON.parse(process.argv[2]);
const pgBoss = createRequire(modules)('pg-boss');
const PgBoss = pgBoss.PgBoss ?? pgBoss;
const boss = new PgBoss(`postgres://parapet@127.0.0.1:${port}/postgres`);
boss.on('error', (error) => console.error(error));
await boss.start();
const { post } = openPoster(atOnce);
process.once('disconnect', () => process.exit());

// Its own `work` polls twice a second at most: fetching in a loop is the fastest it can.
async function sender() {
  for (;;) {
    const jobs = await boss.fetch('webhooks', { batchSize: urls.length });
    if (jobs.length === 0) return;
    await Promise.all(jobs.map(({ id, data }) => post(data.url, id, data.payload)));
    await boss.complete(
      'webhooks',
      jobs.map(({ id }) => id),
    );
  }
}
await Promise.all(Array.from({ length: atOnce }, sender));
