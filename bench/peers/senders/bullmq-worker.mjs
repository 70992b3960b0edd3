// A sender over BullMQ, a process of its own: `node bullmq-worker.mjs '{"modules","port","atOnce","urls"}'`.
import { createRequire } from 'node:module';
import { openPoster } from '../../webhooks/post.mjs';

const { modules, port, atOnce, urls } = JSON.parse(process.argv[2]);
const { Worker } = createRequire(modules)('bullmq');
const { post } = openPoster(atOnce);

const worker = new Worker(
  'webhooks',
  async ({ id, data }) => {
    await post(data.url, id, data.payload);
    return { status: 200 };
  },
  { connection: { host: '127.0.0.1', port }, concurrency: atOnce * urls.length },
);
worker.on('error', (error) => console.error(error));
process.once('disconnect', () => process.exit());
