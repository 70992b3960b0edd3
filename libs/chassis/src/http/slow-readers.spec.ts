import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Connections } from './connections';
import { cutSlowReaders } from './slow-readers';

const MIB = 1024 * 1024;
/** So fast that nobody is. */
const FAST = 1024 * MIB;

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** A server that answers with so many bytes, at once or a piece whenever the one before was taken. */
async function server(bytes: number, pieces = 1, bytesPerSecond = FAST): Promise<Server> {
  const made = createServer((_, response) => {
    let left = pieces;
    const go = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write('x'.repeat(bytes / pieces))) return void response.once('drain', go);
      }
      response.end();
    };
    go();
  });
  cutSlowReaders(new Connections(made), { grace: 50, bytesPerSecond, every: 10 });
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  open.push(() => {
    made.closeAllConnections();
    made.close();
  });
  return made;
}

/** Asks once and does not read before it is told to. Resolves with both ends. */
async function ask(to: Server, version = '1.1'): Promise<{ client: Socket; accepted: Socket }> {
  const connected = once(to, 'connection') as Promise<[Socket]>;
  const client = connect((to.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  open.push(() => client.destroy());
  const [accepted] = await connected;
  client.write(`GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return { client, accepted };
}

test.each([
  ['in one piece', 1],
  ['in many', 64],
])(
  'who does not read an answer that is said %s is cut off, and nothing of it is held',
  async (_, pieces) => {
    const { accepted } = await ask(await server(64 * MIB, pieces));
    await once(accepted, 'close');
    expect(accepted.destroyed).toBe(true);
  },
);

test('what came of an answer that is cut off does not look whole in HTTP/1.0, where it ends with its connection', async () => {
  const { client, accepted } = await ask(await server(64 * MIB, 64), '1.0');
  await once(accepted, 'close');
  await expect(text(client)).rejects.toThrow('ECONNRESET');
});

test('who has an answer that the system holds is left in peace, and reads it when it likes', async () => {
  const to = await server(1024);
  const { client } = await ask(to);
  // Another one who is cut off proves that there were looks enough.
  const other = await ask(to);
  other.accepted.write('x'.repeat(64 * MIB));
  await once(other.accepted, 'close');
  expect(await text(client)).toContain('x'.repeat(1024));
});

test('who reads fast enough gets the whole of a large answer', async () => {
  const { client } = await ask(await server(64 * MIB, 64, MIB));
  expect((await text(client)).length).toBeGreaterThan(64 * MIB);
});
