import type { ReadModel } from '@parapet/readmodel';
import { type IssueDocument, ISSUES } from '../issue/issue.collection';
import { issueNumber, storeOf } from '../testing/many-issues';
import { UnknownDestinations } from './unknown-destinations';

const blocked = {
  reason: 'a policy blocks it',
  policy: { id: 'policy_1', version: 1, type: 'block', pattern: '*' },
} as const;
const to = (i: number, rest: Partial<IssueDocument>): IssueDocument => ({
  ...issueNumber(i),
  ...{ status: 'open', severity: 'low' },
  ...rest,
});

let store: ReadModel;
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
});

test('open issues that no policy decided are summed up by destination, the most observations first', async () => {
  store = await storeOf([
    to(1, { details: { domain: 'a.example' }, occurrences: 3 }),
    to(2, { details: { domain: 'a.example' }, occurrences: 4, severity: 'critical' }),
    to(3, { details: { domain: 'a.example' }, occurrences: 90, status: 'resolved' }),
    to(4, { details: { domain: 'b.example' }, occurrences: 9 }),
    to(5, { details: { domain: 'c.example' }, occurrences: 99, why: blocked }),
    to(128, { occurrences: 50 }),
  ]);
  const destinations = new UnknownDestinations(store);
  const b = { destination: 'b.example', issues: 1, occurrences: 9, severity: 'low' };
  expect(await destinations.top(10)).toEqual([
    { ...b, last_seen: issueNumber(4).last_seen },
    {
      ...{ destination: 'a.example', issues: 2, occurrences: 7, severity: 'critical' },
      last_seen: issueNumber(2).last_seen,
    },
  ]);
  expect(await destinations.top(1)).toEqual([expect.objectContaining(b)]);
});

test('what was found is told again for five seconds, what could not be found is looked for again', async () => {
  store = await storeOf([to(1, { details: { domain: 'a.example' } })]);
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const destinations = new UnknownDestinations(store);
  const names = async (): Promise<string[]> =>
    (await destinations.top(10)).map(({ destination }) => destination);
  expect(await names()).toEqual(['a.example']);

  await store.insert(ISSUES, [to(2, { details: { domain: 'b.example' }, occurrences: 9 })]);
  now += 5_000;
  expect(await names()).toEqual(['a.example']);
  now += 1;
  expect(await names()).toEqual(['b.example', 'a.example']);

  const page = jest.spyOn(store, 'page').mockRejectedValueOnce(new Error('away'));
  now += 5_001;
  await expect(names()).rejects.toThrow('away');
  expect(await names()).toEqual(['b.example', 'a.example']);
  page.mockRestore();
});

test('a clock that is set back by an hour does not make what was found last an hour longer', async () => {
  store = await storeOf([to(1, { details: { domain: 'a.example' } })]);
  let now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const destinations = new UnknownDestinations(store);
  expect(await destinations.top(10)).toHaveLength(1);
  await store.insert(ISSUES, [to(2, { details: { domain: 'b.example' } })]);
  clock.mockReturnValue(Date.now() - 3_600_000);
  now += 5_001;
  expect(await destinations.top(10)).toHaveLength(2);
});
