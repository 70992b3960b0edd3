import { once } from 'node:events';
import type { House } from './house';
import { message, openSocket } from './wire';

/** After how long a client was cut that never ended what it sent. */
interface Cut {
  readonly ms: number;
}

/** Clients that send a few bytes a second for ever: one its headers, the other its body. */
export interface SlowClients {
  readonly headers: Promise<Cut>;
  readonly body: Promise<Cut>;
}

/** Begins both at once. They end by themselves, when the house has had enough. */
export function beginSlowClients(at: Pick<House, 'baseUrl'>, token: string): SlowClients {
  const head = ['POST /v1/tokens HTTP/1.1', 'Host: a', `Authorization: Bearer ${token}`];
  const length = ['Content-Type: application/json', 'Content-Length: 1000'];
  return {
    headers: cutOff(at, 'GET /v1/issues HTTP/1.1\r\nHost: a\r\n', 'X-Slow: 1\r\n'),
    body: cutOff(at, message([...head, ...length]), ' '),
  };
}

/** Sends the beginning, then the same bytes again every second, until it is hung up on. */
async function cutOff(at: Pick<House, 'baseUrl'>, beginning: string, more: string): Promise<Cut> {
  const socket = openSocket(at).resume();
  const closed = once(socket, 'close');
  socket.write(beginning);
  const began = performance.now();
  const dripping = setInterval(() => socket.write(more), 1_000);
  await closed;
  clearInterval(dripping);
  return { ms: performance.now() - began };
}

/** What the house promises: headers have 10 s, a request as a whole 30 s. It looks every 5 s; the rest is for slow machines. */
export async function expectCut({ headers, body }: SlowClients): Promise<void> {
  const [head, whole] = [await headers, await body];
  expect(head.ms).toBeGreaterThan(9_000);
  expect(head.ms).toBeLessThan(25_000);
  expect(whole.ms).toBeGreaterThan(29_000);
  expect(whole.ms).toBeLessThan(50_000);
}
