import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { IssueCreated } from '@parapet/contracts';
import { DetectionModule } from '@parapet/detection';
import { type Caller, openToCallers } from '../testing/open-to-callers';
import { raiseIssue } from '../testing/raise-issue';

/** Moves a cursor or turns the writing around. */
const STEERING = /(?!\n)[\p{Cc}\p{Cf}]/u;

let house: TestHouse;
let run: Caller;
beforeEach(async () => {
  house = await testHouse({ imports: [DetectionModule] });
  run = await openToCallers(house);
});
afterEach(() => house.close());

const raised = (n: number, more?: Partial<IssueCreated['data']>): Promise<string> =>
  raiseIssue(house, n, more);

const idsIn = (text: string): readonly string[] => text.match(/\bissue_\d+/g) ?? [];

test('the list is a line an issue, newest first, and says what each is', async () => {
  expect((await run(['issue'])).answer).toBe('There are no such issues.\n');
  await raised(1);
  await raised(2, { severity: 'critical', verdict: 'blocked' });
  const { code, answer, said } = await run(['issue', 'list']);
  expect([code, said]).toEqual([0, '']);
  expect(answer.split('\n').slice(1)).toEqual([
    'issue_2  2026-03-03 10:00:02  critical  blocked   open    1      shop/node-7  Unknown egress to d2.example',
    'issue_1  2026-03-03 10:00:01  high      detected  open    1      shop/node-7  Unknown egress to d1.example',
    '',
  ]);
});

test('a severity has its colour on a terminal, and the columns stand under their heads all the same', async () => {
  await raised(1, { severity: 'critical' });
  const { answer } = await run(['issue'], {}, { isTTY: true });
  expect(answer).toContain('\u001b[31mcritical\u001b[39m  detected  open ');
});

test('what a stranger wrote cannot steer the terminal', async () => {
  const evil = 'a\u001b[31m\u202eb';
  const process = { command: evil };
  const [received_at, timestamp] = ['2026-03-03T10:00:00.000Z', '2026-03-03T10:00:00Z'];
  const copy = { id: 'event_1', received_at, timestamp };
  const evidence = [
    {
      ...copy,
      kind: 'dns',
      verdict: 'detected' as const,
      metadata: { destination: evil, process },
    },
  ];
  const more = { title: evil, micro_context: { node: evil }, details: { domain: evil }, evidence };
  const id = await raised(1, more);
  await run(['issue', 'resolve', id, '--reason', evil]);
  for (const args of [['list'], ['show', id], ['list', '--json'], ['show', id, '--json']]) {
    const { answer } = await run(['issue', ...args]);
    expect(answer).toMatch(/a(\\u001b| )\[31m/);
    expect(answer).not.toMatch(STEERING);
  }
});

test('the list can be of some of them', async () => {
  await raised(1);
  await raised(2, { severity: 'low', agent_id: 'agent_2' });
  await raised(3, { verdict: 'blocked' });
  await run(['issue', 'resolve', 'issue_3']);
  for (const [filter, ids] of [
    [['--severity', 'low'], ['issue_2']],
    [['--verdict', 'blocked'], ['issue_3']],
    [['--status', 'resolved'], ['issue_3']],
    [['--agent', 'agent_2'], ['issue_2']],
    [['--destination', 'd1.example'], ['issue_1']],
    [['--search', 'D1.EXAM'], ['issue_1']],
    [['--since', '2026-03-03T10:00:02Z'], ['issue_3']],
    [['--until', '2026-03-03T10:00:01Z'], ['issue_1']],
    [['--limit', '1'], ['issue_3']],
  ] as const)
    expect([filter, idsIn((await run(['issue', ...filter])).answer)]).toEqual([filter, ids]);
});

test('only the newest 50 are shown unless more is asked for, and that there are more is said beside', async () => {
  for (let n = 10; n < 61; n += 1) await raised(n);
  const { answer, said } = await run(['issue', 'list', '--json']);
  expect(idsIn(answer)).toHaveLength(50);
  expect(idsIn(answer).at(-1)).toBe('issue_11');
  expect(said).toMatch(/^There are more: these are the newest 50\. .* --until 2026-03-03T10:00:11/);
  const all = await run(['issue', 'list', '--limit', '51', '--json']);
  expect([idsIn(all.answer).length, all.said]).toEqual([51, '']);
});

test('one is shown with why it is one, its evidence in brief, and what became of it', async () => {
  const id = await raised(1);
  await run(['issue', 'ignore', id, '--reason', 'a scanner', '--until', '2099-01-31T12:00:00Z']);
  const { answer } = await run(['issue', 'show', id]);
  for (const line of [
    /^details\.domain +d1\.example$/m,
    /^why\.reason +no policy allows it$/m,
    /^2026-03-03 10:00:01 +detected +event_1 +d1\.example by \/usr\/bin\/curl$/m,
    /^20\S+ \S+ +ignored +2099-01-31 12:00:00 +token_\S+ +a scanner\n2026-03-03 10:00:01 +open +an observation$/m,
  ])
    expect(answer).toMatch(line);
  const { answer: json } = await run(['issue', 'show', id, '--json']);
  expect(JSON.parse(json)).toMatchObject({ id, status: 'ignored', evidence: [{ id: 'event_1' }] });
});

test.each([
  ['acknowledge', 'acknowledged', 'acknowledged'],
  ['resolve', 'resolved', 'resolved'],
  ['ignore', 'ignored', 'ignored'],
  ['reopen', 'open', 'reopened'],
])('%s makes several %s, with the reason that is given', async (name, status, done) => {
  const ids = [await raised(1), await raised(2)];
  await run(['issue', name === 'reopen' ? 'resolve' : 'reopen', ...ids]);
  const { code, answer, said } = await run(['issue', name, ...ids, '--reason', 'r', '--json']);
  expect([code, JSON.parse(answer)]).toEqual([0, { [done]: ids }]);
  expect(said).toBe(ids.map((id) => `${id} is ${done}\n`).join(''));
  for (const id of ids)
    expect(JSON.parse((await run(['issue', 'show', id, '--json'])).answer)).toMatchObject({
      ...{ status, status_reason: 'r' },
    });
});

test('one that cannot be changed keeps no other from being changed, is said, and ends with 1', async () => {
  const ids = [await raised(1), await raised(2)];
  const { code, said } = await run(['issue', 'resolve', 'issue_none', ...ids]);
  expect([code, said.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^issue_none is not resolved: There is no such issue/),
      ...['issue_1 is resolved', 'issue_2 is resolved', ''],
    ],
  ]);
});

test.each([
  [
    ['issue', 'ignore', 'issue_1', '--until', '2020-01-01T00:00:00Z'],
    'until must lie in the future',
  ],
  [['issue', 'list', '--since', 'yesterday'], 'since must be an RFC 3339 timestamp'],
  [['issue', 'show', 'issue_none'], 'There is no such issue'],
])('%j is refused by the house with its own sentence, and ends with 1', async (args, sentence) => {
  await raised(1);
  const { code, answer, said } = await run(args);
  expect([code, answer, said]).toEqual([1, '', expect.stringContaining(sentence)]);
});

test.each([
  [['issue', 'resolve'], 'It is called `parapet issue resolve <ids..>`.'],
  [['issue', 'resolve', 'a', '--until', '2099-01-01T00:00:00Z'], "Unknown option '--until'."],
  [['issue', 'list', '--severity', 'severe'], 'Choices: "critical"'],
  [['issue', 'list', '--limit', '0'], '--limit is a whole number from 1 to 1000.'],
  [['issue', 'list', '--limit', 'all'], '--limit is a whole number from 1 to 1000.'],
  [['issue', 'acknowlege', 'a'], 'Did you mean acknowledge?'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});
