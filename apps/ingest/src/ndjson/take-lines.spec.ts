import { Problem, Unavailable } from '@parapet/contracts';
import { takeLines as takeEach, type TakeLine } from './take-lines';

const bytes = (...lines: (string | Buffer)[]): Buffer[] => lines.map((line) => Buffer.from(line));
let wrong: Problem[];
beforeEach(() => (wrong = []));

const takeLines = (lines: readonly Buffer[], most: number, take: TakeLine) =>
  takeEach(lines, most, { take, refused: (problem) => wrong.push(problem) });

const told: TakeLine = async ({ text }) => ({ status: 'created', id: text });

test('each line is taken by itself, and answered in its order', async () => {
  const lines = bytes('{"n":1}', '{', '[]', 'null', Buffer.from([0x22, 0xff, 0x22]), '{ "n":2}');
  expect(await takeLines(lines, 1024, told)).toEqual([
    { status: 'created', id: '{"n":1}' },
    { status: 'refused', error: expect.stringContaining('The line is not valid JSON') as string },
    { status: 'refused', error: 'The line is no JSON object: send one object on each line' },
    { status: 'refused', error: 'The line is no JSON object: send one object on each line' },
    { status: 'refused', error: 'The line is not valid UTF-8: encode its text as UTF-8' },
    { status: 'created', id: '{ "n":2}' },
  ]);
  expect(wrong.map(({ code }) => code)).toEqual(Array(4).fill('bad_request'));
});

test('a line that is too long is refused, and one that is just as long as may be is not', async () => {
  const line = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  const [fits, over] = await takeLines(bytes(line(2048), line(2049)), 2048, told);
  expect(fits).toMatchObject({ status: 'created' });
  expect(over).toEqual({ status: 'refused', error: 'The line is too long: at most 2 KiB' });
  expect(wrong.map(({ code }) => code)).toEqual(['payload_too_large']);
});

test('more lines than are read at once are answered in their order', async () => {
  const lines = Array.from({ length: 250 }, (_, n) => JSON.stringify({ n }));
  const results = await takeLines(bytes(...lines), 1024, told);
  expect(results).toEqual(lines.map((id) => ({ status: 'created', id })));
});

test('between long lines others have their turn, however few they are', async () => {
  let [turns, isOver] = [0, false];
  const other = (): void => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const begunAt: number[] = [];
  const line = JSON.stringify({ text: 'x'.repeat(64 * 1024) });
  await takeLines(bytes(...Array<string>(20).fill(line)), 128 * 1024, async ({ text }) => {
    begunAt.push(turns);
    return { status: 'created', id: text };
  });
  isOver = true;
  expect(begunAt).toHaveLength(20);
  expect(new Set(begunAt).size).toBeGreaterThan(8);
});

const second: TakeLine = async ({ text }) => {
  if (text === '{"n":2}') throw new Unavailable('the log is away');
  if (text === '{"n":3}') throw new Problem('bad_request', 'n is wrong', 'send another');
  return { status: 'updated', id: text };
};

test('what may not have been recorded is to be sent again, beside what was', async () => {
  expect(await takeLines(bytes('{"n":1}', '{"n":2}', '{"n":3}'), 1024, second)).toEqual([
    { status: 'updated', id: '{"n":1}' },
    { status: 'deferred', error: 'the log is away' },
    { status: 'refused', error: 'n is wrong: send another' },
  ]);
});

test('when nothing was recorded and nothing is wrong, all of it is to be sent again', async () => {
  await expect(takeLines(bytes('{"n":2}', '{"n":2}'), 1024, second)).rejects.toThrow(Unavailable);
  const [, refused] = await takeLines(bytes('{"n":2}', '{"n":3}'), 1024, second);
  expect(refused).toMatchObject({ status: 'refused' });
});

test('what finds no room is taken when its neighbours are written, each line once', async () => {
  let [waiting, most] = [0, 0];
  const taken: string[] = [];
  const crowded: TakeLine = async ({ text }) => {
    if (waiting === 30) throw new Unavailable('too much is waiting');
    waiting += 1;
    most = Math.max(most, waiting);
    await new Promise(setImmediate);
    waiting -= 1;
    taken.push(text);
    return { status: 'created', id: text };
  };
  const lines = Array.from({ length: 250 }, (_, n) => JSON.stringify({ n }));
  expect(await takeLines(bytes(...lines), 1024, crowded)).toEqual(
    lines.map((id) => ({ status: 'created', id })),
  );
  expect([most, taken.length]).toEqual([30, 250]);
});

test('what finds no room although its neighbours are written is tried once more, and no longer', async () => {
  let tries = 0;
  const stuck: TakeLine = async ({ text }) => {
    if (text === '{"n":1}') return { status: 'updated', id: text };
    tries += 1;
    throw new Unavailable('the log is away');
  };
  const [, deferred] = await takeLines(bytes('{"n":1}', '{"n":2}'), 1024, stuck);
  expect([deferred, tries]).toEqual([{ status: 'deferred', error: 'the log is away' }, 2]);
});

/** Takes lines `{"id":…,"v":…}` into a log. `failing`: which fail, and the how manieth time they are taken. */
function logging(failing: Readonly<Record<string, number[]>>) {
  const log: string[] = [];
  const tried: string[] = [];
  const take: TakeLine = async ({ value }, { identified }) => {
    const { id, v } = value as { readonly id: string; readonly v: string };
    identified(id);
    tried.push(v);
    const times = tried.filter((one) => one === v).length;
    if (failing[v]?.includes(times)) throw new Unavailable('the log is away');
    const status = log.some((known) => known.startsWith(id)) ? 'updated' : 'created';
    log.push(`${id} ${v}`);
    return { status, id };
  };
  return { log, take };
}
const ofIds = (...ids: string[]): Buffer[] =>
  bytes(...ids.map((id, n) => JSON.stringify({ id, v: `v${n}` })));

test.each([
  ['takes with it those behind it that are the same', { v0: [1] }, 'updated', 'created'],
  ['and fails again is to be sent again with those', { v0: [1, 2] }, 'deferred', 'deferred'],
  ['leaves one that then fails to be sent again', { v0: [1], v2: [2] }, 'updated', 'deferred'],
])(
  'the last one stays the last: a line that is taken again %s',
  async (_, failing, first, last) => {
    const { log, take } = logging(failing);
    const results = await takeLines(ofIds('a', 'b', 'a', 'c'), 1024, take);
    const of = (id: string): string[] => log.filter((line) => line.startsWith(id));
    expect([of('b'), of('c')]).toEqual([['b v1'], ['c v3']]);
    if (last === 'created') expect(of('a')).toEqual(['a v2', 'a v0', 'a v2']);
    const statuses = results.map(({ status }) => status);
    expect(statuses).toEqual([first, 'created', last, 'created']);
  },
);

test('no lines have no results', async () => {
  expect(await takeLines([], 1024, told)).toEqual([]);
});

test('a fault of ours is not taken for a wrong line, also in the middle of many', async () => {
  const faulty: TakeLine = async ({ text }) => {
    if (text === '{"n":5}') throw new Error('a fault');
    return { status: 'created', id: text };
  };
  const lines = Array.from({ length: 250 }, (_, n) => JSON.stringify({ n }));
  await expect(takeLines(bytes(...lines), 1024, faulty)).rejects.toThrow('a fault');
});
