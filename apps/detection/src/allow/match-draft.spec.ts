import { checkPolicy } from '@parapet/patterns';
import { lookThrough } from '../issue/look-through';
import { issueNumber, storeOf } from '../testing/many-issues';
import { matchDraft } from './match-draft';

const ISSUES = Array.from({ length: 300 }, (_, i) => ({ ...issueNumber(i), occurrences: i + 1 }));
const ABOUT_A = ISSUES.filter(({ destination }) => destination === 'a.example').reverse();
const draft = (rest: object = {}) =>
  checkPolicy({ name: 'a draft', type: 'allow', rules: [{ pattern: 'a.example' }], ...rest });

test('every issue that a draft is about is counted, whatever its status, and the newest are shown', async () => {
  const store = await storeOf(ISSUES);
  const found = await matchDraft(store, draft());
  expect(found).toMatchObject({
    ...{ examined: 300, truncated: false },
    matched: {
      issues: ABOUT_A.length,
      occurrences: ABOUT_A.reduce((sum, { occurrences }) => sum + occurrences, 0),
    },
  });
  expect(found.data.map(({ issue_id }) => issue_id)).toEqual(
    ABOUT_A.slice(0, 20).map(({ id }) => id),
  );
  expect(found.data[0]).toEqual({
    ...{ issue_id: ABOUT_A[0]?.id, title: ABOUT_A[0]?.title, destination: 'a.example' },
    ...{ agent_id: ABOUT_A[0]?.agent_id, process: null, occurrences: ABOUT_A[0]?.occurrences },
    ...{ last_seen: ABOUT_A[0]?.last_seen, status: ABOUT_A[0]?.status },
  });
  await store.close();
});

test.each([
  ['a draft that blocks', { type: 'block' }, ABOUT_A.length],
  ['one that is not enabled', { enabled: false }, ABOUT_A.length],
  ['one of other agents', { scope: 'selected', selector: { platform: 'github_actions' } }, 0],
])('%s is about what its rules say', async (_, rest, issues) => {
  const store = await storeOf(ISSUES);
  expect((await matchDraft(store, draft(rest))).matched.issues).toBe(issues);
  await store.close();
});

test('beyond so many issues, or so much time, the oldest are left out, and that is said', async () => {
  const store = await storeOf(ISSUES);
  const seen: string[] = [];
  const look = (issues: number, ms = 5_000) =>
    lookThrough(store, { equal: {} }, ({ id }) => void seen.push(id), { issues, ms });
  expect(await look(299)).toEqual({ examined: 299, truncated: true });
  expect(seen).toEqual(
    ISSUES.slice(1)
      .map(({ id }) => id)
      .reverse(),
  );
  expect(await look(300)).toEqual({ examined: 300, truncated: false });
  expect(await look(300, 0)).toEqual({ examined: 128, truncated: true });
  await store.close();
});
