import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '@parapet/chassis/testing';
import { eventId, isoTime, type RecordParked, toAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { call } from '../testing/call';

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-cli-'));
  path = join(dataDir, 'log.sqlite');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const NOW = Date.now();
const META = {
  ...{ id: eventId(), type: 'IssueCreated', schema: 1, time: isoTime(NOW) },
  ...{ actor: 'detection', cause: null },
};

const parked = (id: string, offset: number, group = 'notifier.planner'): RecordParked => ({
  ...{
    id,
    type: 'RecordParked',
    schema: 1,
    time: isoTime(NOW + offset),
    actor: group,
    cause: null,
  },
  data: {
    ...{ group, reason: 'Error: no\nsuch \u001b[31mfield', key: `issue_${offset}`, meta: META },
    ...{ origin: { topic: 'issues', partition: 0, offset }, json: `{"n":${offset}}` },
  },
});

/** Puts facts into the log of a house that is stopped. */
async function given(...facts: readonly RecordParked[]): Promise<void> {
  const log = await openEmbeddedEventLog({ path });
  const events = facts.map((fact) => toAppend(fact.data.origin.topic, fact));
  await log.append('parked', events);
  await log.close();
}

const run = (...args: readonly string[]) =>
  call(args, { settings: () => testSettings({ dataDir }), now: () => NOW });

async function all(log: EventLog, topic: 'issues' | 'parked') {
  const ends = await log.ends(topic);
  const start = ends.map(() => 0);
  const records = [];
  for await (const batch of log.read(topic, start, ends)) records.push(...batch);
  return records;
}

const ONE = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const OTHER = 'ABBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB';

test('an empty list says so', async () => {
  expect(await run('parked')).toEqual({ code: 0, answer: 'Nothing is parked.\n', said: '' });
});

test('the list names each record once, oldest first, with the day on which it goes', async () => {
  await given(parked(OTHER, 2), parked(ONE, 1), parked(ONE, 1));
  const { answer } = await run('parked', 'list');
  const [, first, second] = answer.split('\n');
  expect(first).toContain('AAAAAAAAAA');
  expect(second).toContain('ABBBBBBBBB');
  const goes = isoTime(NOW + 30 * 86_400_000).slice(0, 10);
  expect(first).toContain(`issues/0/1  IssueCreated  until ${goes}`);
  expect(answer).toContain('2 open. A parked record goes 30 days after it was parked.');
});

test('what an agent sent cannot steer the terminal', async () => {
  await given(parked(ONE, 1));
  const { answer } = await run('parked', 'show', 'AAAA');
  expect(answer).toContain('Reason   Error: no such  [31mfield');
  expect(answer).toContain('Data     {"n":1}');
});

test.each(['-h', '--'])('an id that begins with %s, as any may, can be told', async (beginning) => {
  const id = beginning + ONE.slice(beginning.length);
  await given(parked(id, 1), parked(OTHER, 2));
  const shown = await run('parked', 'show', '--json', '--', id.slice(0, 10));
  expect([shown.code, JSON.parse(shown.answer)]).toMatchObject([0, { id }]);
  const dropped = await run('parked', 'drop', '--reason', 'ours', '--yes', '--json', '--', id);
  expect([dropped.code, JSON.parse(dropped.answer)]).toEqual([0, { dropped: [id] }]);
});

test('a record that is retried is appended again as it was, and leaves the list', async () => {
  await given(parked(ONE, 1), parked(OTHER, 2));
  expect(await run('parked', 'retry', 'AA')).toMatchObject({
    ...{ code: 0, said: `${ONE} was appended to issues again\n` },
    answer: '1 retried. What cannot be handled again is parked again.\n',
  });
  const log = await openEmbeddedEventLog({ path });
  const [again, ...more] = await all(log, 'issues');
  expect([again, more]).toMatchObject([{ key: 'issue_1', meta: META, json: '{"n":1}' }, []]);
  const fact = (await all(log, 'parked')).find((r) => r.meta.type === 'ParkedRetried');
  expect([fact?.key, JSON.parse(fact?.json ?? '')]).toEqual([
    'issues',
    { parked_id: ONE, position: again?.position },
  ]);
  await log.close();
  expect((await run('parked', 'list')).answer).not.toContain('AAAAAAAAAA');
  const { answer } = await run('parked', 'list', '--all', '--json');
  expect(JSON.parse(answer)).toMatchObject([
    { id: ONE, retried_at: isoTime(NOW) },
    { id: OTHER, retried_at: null },
  ]);
});

test('retry --all takes what is open, of one group if asked', async () => {
  await given(parked(ONE, 1), parked(OTHER, 2, 'detection.rejudge'));
  const retried = async (...more: string[]) => {
    const { answer } = await run('parked', 'retry', '--all', '--json', ...more);
    return JSON.parse(answer) as unknown;
  };
  expect(await retried('--group', 'detection.rejudge')).toEqual({ retried: [OTHER] });
  expect(await retried()).toEqual({ retried: [ONE] });
  expect(await retried()).toEqual({ retried: [] });
});

test('a record that is dropped leaves the list with the reason, and stays where it is', async () => {
  await given(parked(ONE, 1), parked(OTHER, 2));
  const { code, answer } = await run('parked', 'drop', 'AA', '--reason', 'a test', '--yes');
  expect([code, answer]).toEqual([0, '1 dropped. `parked list --all` still shows them.\n']);
  const log = await openEmbeddedEventLog({ path });
  const fact = (await all(log, 'parked')).find((r) => r.meta.type === 'ParkedDropped');
  expect([fact?.key, JSON.parse(fact?.json ?? '')]).toEqual([
    'issues',
    { parked_id: ONE, reason: 'a test' },
  ]);
  expect(await all(log, 'issues')).toEqual([]);
  await log.close();
  expect((await run('parked', 'list')).answer).not.toContain('AAAAAAAAAA');
  const listed = await run('parked', 'list', '--all', '--json');
  expect(JSON.parse(listed.answer)).toMatchObject([
    { id: ONE, retried_at: null, dropped_at: isoTime(NOW), dropped_because: 'a test' },
    { id: OTHER, retried_at: null, dropped_at: null, dropped_because: null },
  ]);
  expect((await run('parked', 'show', 'AA')).answer).toContain(`Dropped  ${isoTime(NOW)}: a test`);
});

test('drop --all takes what is open, of one group if asked', async () => {
  await given(parked(ONE, 1), parked(OTHER, 2, 'detection.rejudge'));
  const dropped = async (...more: string[]) => {
    const call = ['parked', 'drop', '--all', '--reason', 'old', '--yes', '--json', ...more];
    return JSON.parse((await run(...call)).answer) as unknown;
  };
  expect(await dropped('--group', 'detection.rejudge')).toEqual({ dropped: [OTHER] });
  expect(await dropped()).toEqual({ dropped: [ONE] });
  expect(await dropped()).toEqual({ dropped: [] });
});

test('who has second thoughts may retry what was dropped', async () => {
  await given(parked(ONE, 1));
  await run('parked', 'drop', 'AA', '--reason', 'old', '--yes');
  expect((await run('parked', 'retry', '--all', '--json')).answer).toBe('{"retried":[]}\n');
  expect((await run('parked', 'retry', 'AA', '--json')).answer).toBe(`{"retried":["${ONE}"]}\n`);
});

test('a person sees what would be dropped, and is asked', async () => {
  await given(parked(ONE, 1));
  const drop = (typed: string) =>
    call(
      ['parked', 'drop', 'AA', '--reason', 'old'],
      { settings: () => testSettings({ dataDir }) },
      { isTTY: true, typed },
    );
  const { code, said } = await drop('n\n');
  expect([code, said]).toEqual([1, expect.stringMatching(/Drop 1\? .* \[y\/N\] Nothing was/)]);
  expect(said).toContain('issues/0/1  IssueCreated');
  expect((await drop('y\n')).answer).toMatch(/^1 dropped/);
});

test('what was dropped is not dropped again', async () => {
  await given(parked(ONE, 1));
  const drop = () => run('parked', 'drop', 'AA', '--reason', 'old', '--yes');
  await drop();
  const { code, said } = await drop();
  expect([code, said]).toEqual([2, expect.stringContaining(`${ONE} is not open: it was dropped`)]);
});

test('a record of a thing that was deleted meanwhile is not appended again: it would come back', async () => {
  const created = parked(ONE, 0, 'detection.resolver');
  const meta = { ...META, type: 'PolicyCreated' };
  const origin = { topic: 'policies' as const, partition: 0, offset: 0 };
  const about = (key: string) => ({ ...created.data, origin, key, meta });
  await given(
    { ...created, data: about('policy_1') },
    { ...created, id: OTHER, data: about('policy_2') },
  );
  const log = await openEmbeddedEventLog({ path });
  const fact = (key: string, type: string) => ({ key, meta: { ...META, type }, json: '{}' });
  await log.append('policies', [
    ...[fact('policy_1', 'PolicyCreated'), fact('policy_2', 'PolicyCreated')],
    fact('policy_1', 'PolicyDeleted'),
  ]);
  await log.close();
  const { code, answer, said } = await run('parked', 'retry', '--all', '--json');
  expect([code, JSON.parse(answer)]).toEqual([1, { retried: [OTHER] }]);
  expect(said).toContain(
    `${ONE} was not: PolicyDeleted at policies/0/2 ended policy_1, and this would bring it back`,
  );
});

test.each([
  ['show', ''],
  ['retry', ''],
  ['drop', '', '--reason', 'old', '--yes'],
])(
  'an empty id, as of a variable that is not set, is none of the one that is parked: %s',
  async (...args) => {
    await given(parked(ONE, 1));
    const { code, said } = await run('parked', ...args);
    expect([code, said]).toEqual([2, expect.stringContaining('An id is empty: write')]);
  },
);

test.each([
  [['parked', 'show', 'A'], '2 parked records begin with A: write more of the id.'],
  [['parked', 'show', 'Z'], 'There is no parked record Z.'],
  [['parked', 'show'], 'got 0, need at least 1. It is called `parapet parked show <id>`.'],
  [['parked', 'retry'], '`parked retry` takes ids, or --all for everything that is open.'],
  [['parked', 'drop', 'AA'], 'Missing required argument: reason.'],
  [['parked', 'drop', 'AA', '--reason', ' ', '--yes'], '--reason says why'],
  [['parked', 'drop', 'AA', '--reason', 'old'], 'There is nobody to ask here: say --yes.'],
  [['parked', 'drop', '--reason', 'old', '--yes'], '`parked drop` takes ids, or --all'],
  [['parked', 'retry', 'AA', '--all'], '`parked retry` takes ids, or --all'],
  [['parked', 'list', 'AA'], '`parked list` takes no AA.'],
  [['parked', 'list', '--topics'], "Unknown option '--topics'. Did you mean --topic?"],
  [['parked', 'unpark'], 'There is no `parked unpark`.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  await given(parked(ONE, 1), parked(OTHER, 2));
  const { code, answer, said } = await run(...args);
  expect([code, answer, said]).toEqual([2, '', expect.stringContaining(sentence)]);
});

test('while the house runs its log is its own: a sentence says to stop it, and it ends with 1', async () => {
  const log = await openEmbeddedEventLog({ path });
  const { code, said } = await run('parked', 'list');
  expect([code, said]).toEqual([1, expect.stringContaining('stop the other process')]);
  await log.close();
});
