import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { NotifierModule } from '@parapet/notifier';
import { call, type Called } from '../testing/call';
import { type Caller, openToCallers } from '../testing/open-to-callers';
import { raiseIssue } from '../testing/raise-issue';

let house: TestHouse;
let run: Caller;
let receiver: Server;
/** How the receiver answers. */
let answers: RequestListener;
/** The webhook that leads to it. */
let id: string;

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  const settings = {
    ...{ webhookAllowHttp: true, webhookAllowCidrs: ['127.0.0.0/8'], webhookScheduleMs: [] },
  };
  house = await testHouse({ imports: [NotifierModule], settings });
  run = await openToCallers(house);
  receiver = createServer((request, response) => answers(request.resume(), response));
  const { answer } = await run(['webhook', 'create', await listening(receiver), '--json']);
  ({ id } = JSON.parse(answer) as { id: string });
});
afterEach(async () => {
  await house.close();
  receiver.closeAllConnections();
  receiver.close();
});

const takes: RequestListener = (_, response) => void response.end('thanks');
const fails: RequestListener = (_, response) =>
  void response.writeHead(500).end('<b>no\u202e</b>\nnot today');

/** The deliveries of this status, once there are so many. */
async function deliveries(status: string, count: number): Promise<string> {
  for (const end = Date.now() + 20_000; ;) {
    await house.settled();
    const { answer } = await run(['webhook', 'deliveries', id, '--status', status]);
    if ((answer.match(/^delivery_/gm) ?? []).length === count) return answer;
    if (Date.now() > end) throw new Error(`never so: ${answer}`);
  }
}

test('a receiver that takes a test ends it with 0, and what it answered is shown', async () => {
  answers = takes;
  const { code, answer } = await run(['webhook', 'test', id]);
  expect([code, answer]).toEqual([
    0,
    expect.stringMatching(/^The receiver took it: it answered 200 after \d+ ms\.\n\nthanks\n$/),
  ]);
  expect((await run(['webhook', 'list'])).answer).toContain('well at 20');
});

test('one that does not take it ends it with 1, and what it answered steers no terminal', async () => {
  answers = fails;
  const { code, answer } = await run(['webhook', 'test', id]);
  expect(code).toBe(1);
  expect(answer).toMatch(
    /^The receiver did not take it: the receiver answered 500 \(after \d+ ms\)/,
  );
  expect(answer).toMatch(/\n\n<b>no.<\/b>\nnot today\n$/);
  expect(answer).not.toContain('\u202e');
  const { code: asJson, answer: json } = await run(['webhook', 'test', id, '--json']);
  expect([asJson, JSON.parse(json)]).toMatchObject([1, { succeeded: false }]);
});

test('of a whole page the beginning is shown', async () => {
  answers = (_, response) => void response.end('x'.repeat(2_000));
  const { answer } = await run(['webhook', 'test', id]);
  expect(answer).toMatch(/\n\nx{1024}\n…\n$/);
});

test('where nobody is, it says so and ends with 1', async () => {
  receiver.close();
  const { code, answer } = await run(['webhook', 'test', id]);
  expect([code, answer]).toEqual([
    1,
    expect.stringMatching(/^The receiver did not take it: .*refused.* \(after \d+ ms\)\.\n$/i),
  ]);
});

test('what it was sent is listed, newest first, and what was given up is sent again', async () => {
  answers = fails;
  await raiseIssue(house, 1);
  await raiseIssue(house, 2);
  const failed = await deliveries('given_up', 2);
  expect(failed).toMatch(
    /^delivery_\S+ +20\S+ \S+ +issue\.created +issue_2 +given_up +1 +every attempt failed: the receiver answered 500$/m,
  );
  expect(failed).toMatch(/issue_2[^]*issue_1/);
  const newest = await run(['webhook', 'deliveries', id, '--limit', '1']);
  expect([newest.answer, newest.said]).toEqual([
    expect.not.stringContaining('issue_1 '),
    expect.stringMatching(/^There are more: this is the newest\./),
  ]);
  expect((await run(['webhook', 'list'])).answer).toContain('failing since 20');
  answers = takes;
  const since = '2020-01-01T00:00:00Z';
  const again = await run(['webhook', 'redeliver-failed', id, '--since', since]);
  expect(again).toEqual({ code: 0, answer: 'Due again: 2.\n', said: '' });
  await deliveries('succeeded', 2);
  expect(await deliveries('given_up', 0)).toBe('There are no such deliveries.\n');
});

test('one delivery is sent again; one that is not there keeps it not from it', async () => {
  answers = fails;
  await raiseIssue(house, 1);
  await raiseIssue(house, 2);
  const [first = ''] = /^delivery_\S+/m.exec(await deliveries('given_up', 2)) ?? [];
  answers = takes;
  const again = await run(['webhook', 'redeliver', 'delivery_0', first, '--json']);
  expect([again.code, JSON.parse(again.answer)]).toEqual([1, { due: [first] }]);
  expect(again.said).toMatch(/^delivery_0 is not due: There is no delivery/);
  expect(await deliveries('succeeded', 1)).toContain(first);
  expect(await deliveries('given_up', 1)).not.toContain(first);
});

test('only what was made up to --until is sent again', async () => {
  answers = fails;
  await raiseIssue(house, 1);
  await deliveries('given_up', 1);
  const span = ['--since', '2020-01-01T00:00:00Z', '--until', '2020-01-02T00:00:00Z'];
  const { answer } = await run(['webhook', 'redeliver-failed', id, ...span, '--json']);
  expect(JSON.parse(answer)).toEqual({ count: 0 });
});

test('where the house could not ask for all at once it is told to go on, until it has', async () => {
  const left = [
    { count: 50, more: true },
    { count: 7, more: false },
  ];
  const args = ['webhook', 'redeliver-failed', id, '--since', '2020-01-01T00:00:00Z'];
  const called = await callOf(args, (_, response) => response.end(JSON.stringify(left.shift())));
  expect(called).toEqual({
    ...{ code: 0, answer: 'Due again: 57.\n', said: 'Due again so far: 50.\n' },
  });
});

test.each([
  ['redeliver-failed', ['--since', '2020-01-01T00:00:00Z'], 'count'],
  ['deliveries', [], 'pagination'],
])(
  'where JSON of something else is answered to %s, that is said: nothing is done, and no fault of ours',
  async (name, options, lacked) => {
    const args = ['webhook', name, 'webhook_1', ...options];
    const { said, ...called } = await callOf(args, (_, response) => response.end('{"data":[]}'));
    expect(called).toEqual({ code: 1, answer: '' });
    expect(said).toMatch(
      new RegExp(
        `is no house: its answer has no ${lacked}, but is {"data":\\[\\]}\\. Set PARAPET_URL`,
      ),
    );
  },
);

/** What comes of a call where this is answered in the place of a house. */
async function callOf(args: readonly string[], answers: RequestListener): Promise<Called> {
  const other = createServer(answers);
  const env = { PARAPET_URL: await listening(other), PARAPET_TOKEN: 'pp_u_1' };
  const settings = (): never => {
    throw new Error('who asks the API needs no settings of the services');
  };
  try {
    return await call(args, { settings, env });
  } finally {
    other.closeAllConnections();
    other.close();
  }
}
