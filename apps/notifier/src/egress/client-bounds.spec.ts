import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

/** What is promised: this long for a connection, TLS included, and for the whole answer. */
const [CONNECT_MS, ANSWER_MS] = [5_000, 15_000];
/** A sweep looks so often for what is late. */
const SWEEP_MS = 250;

let silent: Server;
let client: WebhookClient;
beforeEach(async () => {
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'Date'] });
  const rules = { allowHttp: true, allowCidrs: ['127.0.0.1/32'] };
  client = new WebhookClient(new EgressGuard(rules, hostResolver()));
});
afterEach(async () => {
  jest.useRealTimers();
  await client.close();
  await once(silent.close(), 'close');
});

/** Posts to who says nothing, and lets as much time pass, but for a moment. */
async function heardUpTo(protocol: string, ms: number) {
  const { port } = silent.address() as AddressInfo;
  const ended = jest.fn();
  const posted = client.post({ url: `${protocol}://127.0.0.1:${port}/`, headers: {}, body: '{}' });
  void posted.then(ended);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  await once(socket, 'data');
  jest.advanceTimersByTime(ms - 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1 + SWEEP_MS);
  socket.on('error', () => undefined).destroy();
  return posted;
}

test('there are 15 seconds for a whole answer', async () =>
  expect(await heardUpTo('http', ANSWER_MS)).toMatchObject({
    ...{ status: null, error: 'timeout', message: 'no whole answer in time' },
  }));

test('there are 5 seconds for a connection, TLS included', async () =>
  expect(await heardUpTo('https', CONNECT_MS)).toMatchObject({
    ...{ status: null, error: 'timeout', message: 'no connection within 5000 ms, TLS included' },
  }));
