import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createDoor } from 'node:net';
import { fastify } from 'fastify';
import { drainer } from './drainer';

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
    const stop = drainer(app);
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
