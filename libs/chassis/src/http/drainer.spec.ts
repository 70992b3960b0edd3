import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createDoor } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { Connections } from './connections';
import { drainer } from './drainer';
import { inTurn } from './in-turn';

test.each(['Fastify', 'a porch'])(
  'a stop ends when what is in hand is answered and nobody can ask any more, also where %s began to listen',
  async (who) => {
    const app = fastify({ serverFactory: (handle) => createServer(handle) });
    const hands = { answer: () => undefined as void };
    const inHand = new Promise<void>((here) => {
      app.get('/', () => {
        here();
        return new Promise<string>((done) => (hands.answer = () => done('answered')));
      });
    });
    const stop = drainer(app, new Connections(app.server));
    if (who === 'Fastify') {
      await app.listen({ port: 0, host: '127.0.0.1' });
    } else {
      const door = createDoor().listen(0, '127.0.0.1');
      await Promise.all([app.ready(), once(door, 'listening')]);
      await once(app.server.listen(door), 'listening');
    }
    const { port } = app.server.address() as AddressInfo;
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    const asked = ask();
    await inHand;
    const stopped = stop();
    while (app.server.listening) await new Promise((done) => setImmediate(done));
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    hands.answer();
    expect(await asked).toBe('answered');
    await stopped;
  },
);

test('an answer that a stop cuts off does not look whole in HTTP/1.0, where it ends with its connection', async () => {
  const app = fastify({ serverFactory: (handle) => createServer(inTurn(handle)) });
  app.get('/', (_, reply) => {
    const body = new PassThrough();
    body.write('begun');
    return reply.send(body);
  });
  const stop = drainer(app, new Connections(app.server), 50);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.0\r\n\r\n');
  await once(client, 'readable');
  const read = expect(text(client)).rejects.toThrow('ECONNRESET');
  await stop();
  await read;
});
