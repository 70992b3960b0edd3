import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { testSettings } from '../testing/test-settings';

let house: TestHouse;
afterEach(() => house.close());

interface Kept {
  readonly limited?: boolean;
  /** Refused tokens before an address is told to wait. */
  readonly refused?: number;
  readonly trustProxy?: readonly string[];
}
async function open({ limited = true, refused = 1_000, trustProxy = [] }: Kept): Promise<void> {
  const window = { limit: refused, windowMs: 3_600_000 };
  const rateLimit = { ...testSettings().rateLimit, on: limited, refused: window };
  house = await testHouse({ imports: [ProbeModule], settings: { rateLimit, trustProxy } });
  await house.app.listen(0, '127.0.0.1');
}

interface Answered {
  readonly statuses: readonly string[];
  /** Milliseconds until the last one. */
  readonly took: number;
}

/** Asks for the paths one after the other over one connection, each with more header lines. */
async function ask(
  requests: readonly (readonly [path: string, more: string])[],
): Promise<Answered> {
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const heads = requests.map(([path, more]) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}`);
  socket.write(`${heads.join('\r\n')}Connection: close\r\n\r\n`);
  const began = performance.now();
  const answers = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)];
  expect(answers).toHaveLength(requests.length);
  return { statuses: answers.map(([, status]) => String(status)), took: performance.now() - began };
}

const wrong = (times: number, more = ''): (readonly [string, string])[] =>
  Array<readonly [string, string]>(times).fill(['/v1/issues', more]);
const right = (path: string): readonly [string, string] => [
  path,
  `Authorization: Bearer ${house.adminToken}\r\n`,
];

test('who goes on although told to wait is kept waiting from the fifth time on', async () => {
  await open({ refused: 1 });
  expect((await ask(wrong(6))).took).toBeGreaterThan(990);
});

test('who gets nothing but refusals over a connection is kept waiting behind a hundred of them', async () => {
  await open({});
  // As many, each kept waiting, would take more than a minute and a half.
  expect((await ask(wrong(100))).took).toBeLessThan(45_000);
  expect((await ask(wrong(101))).took).toBeGreaterThan(990);
});

test('one right request makes good for those before', async () => {
  await open({ refused: 1 });
  const { statuses } = await ask([
    ...[...wrong(5), right('/v1/issues')],
    ...[...wrong(4), right('/v1/issues')],
  ]);
  const over = ['429', '429', '429', '429'];
  expect(statuses).toEqual(['401', ...over, '200', ...over, '200']);
});

test('a fault of ours in between neither counts nor makes good for what was wrong', async () => {
  await open({ refused: 1 });
  const away = right('/v1/issues/away');
  const few = [...wrong(2), ...Array<typeof away>(20).fill(away), ...wrong(2)];
  // As many, each kept waiting, would take twenty seconds.
  expect((await ask(few)).took).toBeLessThan(10_000);
  expect((await ask([...few, ...wrong(1)])).took).toBeGreaterThan(990);
});

test.each<[string, () => Promise<void>, string]>([
  ['nothing is limited', () => open({ limited: false, refused: 1 }), ''],
  [
    'others come on the same connection',
    () => open({ refused: 1, trustProxy: ['127.0.0.1'] }),
    'X-Forwarded-For: 192.0.2.1\r\n',
  ],
])('nobody is kept waiting where %s', async (_, opened, more) => {
  await opened();
  // Twenty would take a quarter of a minute.
  expect((await ask(wrong(20, more))).took).toBeLessThan(10_000);
});
