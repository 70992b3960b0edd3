import { once } from 'node:events';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { fastify } from 'fastify';
import { Connections } from './connections';
import { drainer } from './drainer';
import { endless } from './endless';

test('answers without an end are ended when the process stops', async () => {
  const app = fastify({ serverFactory: (handle) => createServer(handle) });
  app.get('/', (_, reply) => {
    const body = new PassThrough();
    body.write('begun');
    endless(reply, () => body.end(', ended'));
    return reply.send(body);
  });
  const stop = drainer(app, new Connections(app.server));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const open = await fetch(url);
  await stop();
  expect(await open.text()).toBe('begun, ended');
});

test('what is over is not ended again', async () => {
  const app = fastify({ serverFactory: (handle) => createServer(handle) });
  const end = jest.fn();
  app.get('/', (_, reply) => {
    endless(reply, end);
    return reply.send('over');
  });
  const stop = drainer(app, new Connections(app.server));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await (await fetch(url)).text()).toBe('over');
  await stop();
  expect(end).not.toHaveBeenCalled();
});

test('an answer whose client has gone before it begins is ended at once, and forgotten', async () => {
  const app = fastify({ serverFactory: (handle) => createServer(handle) });
  const end = jest.fn();
  const come = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get('/', async (_, reply) => {
    come.resolve();
    await once(reply.raw, 'close');
    endless(reply, end);
    begun.resolve();
    return 'over';
  });
  const stop = drainer(app, new Connections(app.server));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const answer = fetch(url, { signal: leaving.signal });
  await come.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await begun.promise;
  expect(end).toHaveBeenCalledTimes(1);
  await stop();
  expect(end).toHaveBeenCalledTimes(1);
});
