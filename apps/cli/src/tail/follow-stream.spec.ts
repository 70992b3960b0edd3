import { BackOff } from '../house/back-off';
import type { HouseClient } from '../house/house-client';
import { followStream } from './follow-stream';

/** What one connection says before it ends, and how many milliseconds it stands. */
interface Connection {
  readonly says?: string;
  readonly standsMs?: number;
  readonly type?: string;
}

const READY = 'event: ready\ndata: {}\n\n';
const ISSUE = 'event: issue.created\nid: i1\ndata: {}\n\n';
/** As long as nothing goes well. */
const LONGER = [100, 200, 400, 800];

/** Follows a house whose connections are these, until the last of them has ended. @returns what was waited after each */
async function waitsAfter(...connections: readonly Connection[]): Promise<number[]> {
  const left = [...connections];
  const ending = new AbortController();
  const waited: number[] = [];
  let now = 0;
  const ask = async (): Promise<Response> => {
    const { says = '', standsMs = 0, type = 'text/event-stream' } = left.shift() ?? {};
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(says);
      now += standsMs;
    }
    return new Response(ReadableStream.from(body()), { headers: { 'content-type': type } });
  };
  const wait = async (ms: number): Promise<void> => {
    waited.push(ms);
    if (left.length === 0) ending.abort();
  };
  const never = () => Promise.reject(new Error('not asked'));
  const house: HouseClient = { url: 'http://house', ask, read: never, remove: never };
  const world = { signal: ending.signal, wait, say: () => undefined, now: () => now };
  const messages = followStream(house, [], world, new BackOff(() => 1));
  while (!(await messages.next()).done);
  return waited;
}

test('a house that takes each connection and drops it at once is asked after twice as long each time', async () => {
  expect(await waitsAfter({}, {}, {}, {})).toEqual(LONGER);
});

test('that it listens, or more happened than it can tell, is no sign that the next connection stands', async () => {
  const reset = READY.replace('ready', 'reset');
  const connections = [READY, reset, READY + reset, READY].map((says) => ({ says }));
  expect(await waitsAfter(...connections)).toEqual(LONGER);
});

test.each([
  ['told of something', { says: READY + ISSUE }],
  ['stood for ten seconds', { says: READY, standsMs: 10_000 }],
])('after a connection that %s the first wait is short again', async (_, well) => {
  expect(await waitsAfter({}, {}, well, {})).toEqual([100, 200, 100, 200]);
});
