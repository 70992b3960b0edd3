import type { HouseClient } from '../house/house-client';
import { HouseAway, HouseProblem, NoHouse } from '../house/house-problem';
import { Courier, type LineResult } from './courier';

type Answer = Error | readonly LineResult[] | 'all created';

let waited: number[];
let said: string[];
let sent: string[][];
let now: number;
beforeEach(() => {
  [waited, said, sent, now] = [[], [], [], 0];
});

/** A house that answers so, one request after the other. */
function courier(...answers: Answer[]): Courier {
  const read = async (_: string, { body }: { body: Buffer }): Promise<unknown> => {
    const lines = String(body).trimEnd().split('\n');
    sent.push(lines);
    const answer = answers.shift() ?? 'all created';
    if (answer instanceof Error) throw answer;
    const results = answer === 'all created' ? lines.map(() => ({ status: 'created' })) : answer;
    return { results };
  };
  const house = { read, ask: read, url: 'http://house' } as unknown as HouseClient;
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const say = (line: string): void => void said.push(line);
  return new Courier(house, '/v1', { wait, say, now: () => now, random: () => 1 });
}

const lines = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => Buffer.from(`${n}`));

async function deliver(to: Courier, count: number): Promise<string[]> {
  const decided: string[] = [];
  await to.deliver(lines(count), (line, { status }) => decided.push(`${String(line)} ${status}`));
  return decided;
}

const problem = (status: number, retryAfter?: number): HouseProblem =>
  new HouseProblem(status, undefined, 'A sentence', retryAfter);

test('what became of each line is told', async () => {
  const results = [{ status: 'updated' }, { status: 'refused', error: 'wrong' }] as const;
  expect(await deliver(courier(results), 2)).toEqual(['0 updated', '1 refused']);
  expect([waited, said]).toEqual([[], []]);
});

test('while nobody answers it tries again, after twice as long each time, and says so once', async () => {
  const away = new HouseAway('The house does not answer: ECONNREFUSED');
  const timeout = Object.assign(new Error('too slow'), { name: 'TimeoutError' });
  expect(await deliver(courier(away, timeout, problem(503), problem(502)), 1)).toEqual([
    '0 created',
  ]);
  expect(waited).toEqual([100, 200, 400, 800]);
  expect(said).toEqual([
    'The house does not answer: ECONNREFUSED. Trying again until it goes well.',
    'It goes well again.',
  ]);
});

test('it never waits longer than ten seconds of its own accord', async () => {
  await deliver(courier(...Array.from({ length: 12 }, () => problem(503))), 1);
  expect(waited.slice(-3)).toEqual([10_000, 10_000, 10_000]);
});

test('it waits as long as it is told to', async () => {
  await deliver(courier(problem(503, 7), problem(429, 30)), 1);
  expect(waited).toEqual([7_100, 30_200]);
});

test('told to wait longer than Node can, it waits as long as that, not one millisecond', async () => {
  await deliver(courier(problem(503, 60 * 24 * 3600)), 1);
  expect(waited).toEqual([2 ** 31 - 1]);
});

test('what is deferred is sent again, and nothing else', async () => {
  const deferred = { status: 'deferred', error: 'The log is away' } as const;
  const results = [{ status: 'created' }, deferred, { status: 'refused' }, deferred] as const;
  expect(await deliver(courier(results), 4)).toEqual([
    ...['0 created', '2 refused', '1 created', '3 created'],
  ]);
  expect(sent).toEqual([
    ['0', '1', '2', '3'],
    ['1', '3'],
  ]);
  expect([waited, said[0]]).toEqual([[100], 'The log is away. Trying again until it goes well.']);
});

test('where fewer requests are left than there are lines, it sends fewer before it waits', async () => {
  const decided = await deliver(courier(problem(429, 60), problem(429, 60)), 8);
  expect(decided).toHaveLength(8);
  expect(sent.map(({ length }) => length)).toEqual([8, 4, 2, 4, 2]);
  expect(waited).toEqual([]);
});

test('where a proxy takes shorter requests than the house, it sends shorter ones from then on', async () => {
  const to = courier(problem(413), problem(413));
  await deliver(to, 8);
  expect(sent.map(({ length }) => length)).toEqual([8, 4, 2, 2, 2, 2]);
  await deliver(to, 3);
  expect(sent.slice(6).map(({ length }) => length)).toEqual([2, 1]);
  expect([waited, said]).toEqual([[], []]);
});

test('over a link so slow that a request is cut off it sends shorter ones, and longer ones once they are quick', async () => {
  const sizes: number[] = [];
  let perSecond = 50_000;
  const read = async (_: string, { body }: { body: Buffer }): Promise<unknown> => {
    sizes.push(body.length);
    now += Math.min(30, body.length / perSecond) * 1_000;
    if (body.length / perSecond > 30) throw new HouseAway('The house ended waiting for it');
    return { results: Array.from({ length: body.length / 10_000 }, () => ({ status: 'created' })) };
  };
  const house = { read, url: 'http://house' } as unknown as HouseClient;
  const world = { wait: async () => undefined, say: () => undefined, now: () => now };
  const to = new Courier(house, '/v1', world);
  const many = Array.from({ length: 1_000 }, () => Buffer.alloc(9_999, 'x'));
  await to.deliver(many, () => undefined);
  const [first = 0, second = 0, third = 0, ...rest] = sizes;
  expect([first, second, third].map((bytes) => Math.round(bytes / 1e5))).toEqual([42, 21, 10]);
  expect(Math.max(...rest)).toBeLessThan(1_500_000);
  perSecond = 50_000_000;
  await to.deliver(many, () => undefined);
  expect(Math.max(...sizes.slice(-3))).toBeGreaterThan(4_000_000);
});

test('a line that is too long for a proxy by itself is refused, and its neighbours are not', async () => {
  const to = courier(problem(413), 'all created', problem(413));
  expect(await deliver(to, 2)).toEqual(['0 created', '1 refused']);
});

test.each([400, 401, 403, 404, 415])('%i is not tried again', async (status) => {
  await expect(deliver(courier(problem(status)), 1)).rejects.toThrow('A sentence');
  expect(sent).toHaveLength(1);
});

test.each([
  [[{ status: 'created' }], '2 lines were sent, and 1 answered.'],
  [[{ status: 'created' }, { status: 'ok' }], 'of a line it says {"status":"ok"}.'],
  [[{ status: 'created' }, null], 'of a line it says null.'],
])(
  'an answer like %j does not fit what was sent: nothing of it is decided',
  async (results, got) => {
    const decided: string[] = [];
    const sent = courier(results as unknown as readonly LineResult[]).deliver(lines(2), (line) =>
      decided.push(String(line)),
    );
    await expect(sent).rejects.toThrow(`What answers at http://house is no house: ${got}`);
    expect(decided).toEqual([]);
  },
);

/** A house that answers signs of life so, one after the other. */
function alive(...answers: (Error | 'ok')[]): Courier {
  const read = async (path: string): Promise<unknown> => {
    sent.push([path]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { status: answer };
  };
  const house = { read, ask: read, url: 'http://house' } as unknown as HouseClient;
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  return new Courier(house, '/v1', { wait, say: (line) => void said.push(line), now: () => now });
}

test.each([
  [new HouseAway('The house does not answer: ECONNREFUSED'), 'The house does not answer: ECONN'],
  [problem(503), 'A sentence. Trying again'],
  [problem(401), 'A sentence: set PARAPET_TOKEN to that of an agent, as `parapet agent create`'],
  [new NoHouse('http://house', 'it is a page'), 'What answers at http://house is no house: it is'],
])('a sign of life that fails with %s ends nothing, and is told once', async (error, sentence) => {
  const to = alive(error, error, 'ok', 'ok');
  for (let n = 0; n < 4; n += 1) await to.sayAlive(new AbortController().signal);
  expect([sent, waited]).toEqual([Array(4).fill(['/v1/agent_heartbeat']), []]);
  expect(said).toEqual([
    expect.stringMatching(/[^.]\. Trying again until it goes well\.$/),
    'It goes well again.',
  ]);
  expect(said[0]).toContain(sentence);
});

test('a sign of life that was called off says nothing', async () => {
  const over = new AbortController();
  over.abort();
  await alive(new Error('This operation was aborted')).sayAlive(over.signal);
  expect([sent.length, said]).toEqual([1, []]);
});
