import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { payloadOf } from '../../webhooks/post.mjs';
import { openPostgres, openRedis } from './servers.mjs';

const VERSIONS = { bullmq: '5.61.0', 'pg-boss': '10.3.3' };
const AT_ONCE = 1_000;

/** Installs a package into a folder; resolves with the file that its modules are required from. */
async function install(folder, name) {
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', [...args, '--prefix', folder, `${name}@${VERSIONS[name]}`]);
  return join(folder, 'modules.cjs');
}

function* jobs({ urls, each }) {
  for (let n = 0; n < each; n += 1)
    for (const [nth, url] of urls.entries())
      yield { id: `${nth}.${n}`, data: { url, payload: payloadOf(n) } };
}

async function inParts(items, add) {
  const all = [...items];
  for (let i = 0; i < all.length; i += AT_ONCE) await add(all.slice(i, i + AT_ONCE));
}

/** BullMQ over a Redis; a job that fails is tried again with growing waits, as the house does. */
const bullmq = (fsync) => ({
  name: `BullMQ ${VERSIONS.bullmq}, Redis appendfsync ${fsync}`,
  worker: 'bullmq-worker.mjs',
  open: async (folder, work) => {
    const modules = await install(folder, 'bullmq');
    const server = await openRedis(folder, fsync);
    const { Queue } = createRequire(modules)('bullmq');
    const queue = new Queue('webhooks', { connection: { host: '127.0.0.1', port: server.port } });
    const opts = { attempts: 10, backoff: { type: 'exponential', delay: 5_000 } };
    await inParts(jobs(work), (part) =>
      queue.addBulk(
        part.map(({ id, data }) => ({ name: 'send', data, opts: { ...opts, jobId: `job-${id}` } })),
      ),
    );
    await queue.close();
    return { server, modules };
  },
});

const pgBoss = {
  name: `pg-boss ${VERSIONS['pg-boss']}, PostgreSQL with its default fsync`,
  worker: 'pg-boss-worker.mjs',
  open: async (folder, work) => {
    const modules = await install(folder, 'pg-boss');
    const server = await openPostgres(folder);
    const PgBoss = createRequire(modules)('pg-boss');
    const boss = new PgBoss(`postgres://parapet@127.0.0.1:${server.port}/postgres`);
    await boss.start();
    await boss.createQueue('webhooks', { name: 'webhooks', retryLimit: 10, retryBackoff: true });
    await inParts(jobs(work), (part) =>
      boss.insert(part.map(({ data }) => ({ name: 'webhooks', data }))),
    );
    await boss.stop({ graceful: false });
    return { server, modules };
  },
};

/** Those that are measured. `open(folder, work)` makes a full queue and answers its server and where modules are required from. */
export const SENDERS = [bullmq('everysec'), bullmq('always'), pgBoss];
