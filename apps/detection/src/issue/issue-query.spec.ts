import { listPage } from '@parapet/chassis';
import type { ReadModel } from '@parapet/readmodel';
import { allFilters, isMeant, issueNumber, storeOf } from '../testing/many-issues';
import { issueQuery } from './issue-query';

const ISSUES = Array.from({ length: 200 }, (_, i) => issueNumber(i));
let store: ReadModel;
beforeAll(async () => {
  store = await storeOf(ISSUES);
});
afterAll(() => store.close());

async function walk(filters: object): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const query = { ...filters, limit: '7', ...(next !== undefined && { cursor: next }) };
    const page = await listPage(store, query, issueQuery(query), (issue) => issue.id);
    found.push(...page.data);
    next = page.pagination.next_cursor;
  }
  return found;
}

test('every combination of filters lists exactly the issues that it means, newest first', async () => {
  const newestFirst = [...ISSUES].reverse();
  for (const filters of allFilters()) {
    const meant = newestFirst.filter((issue) => isMeant(issue, filters));
    expect([filters, await walk(filters)]).toEqual([filters, meant.map(({ id }) => id)]);
  }
});

test('a cursor is tied to what is searched for, however it is written', async () => {
  const page = (query: object) =>
    listPage(store, { limit: '1', ...query }, issueQuery({ ...query }), (issue) => issue.id);
  const { next_cursor: cursor } = (await page({ search: 'Issue' })).pagination;
  expect((await page({ search: ' ISSUE', cursor })).data).toEqual(['issue_198']);
  for (const query of [{}, { search: 'issue 1' }])
    await expect(page({ ...query, cursor })).rejects.toThrow('Invalid cursor');
});

test.each([
  [{ agent_id: '' }, 'agent_id must have 1 to 128 characters'],
  [{ destination: 'x'.repeat(513) }, 'destination must have 1 to 512 characters'],
  [{ destination: ['a', 'b'] }, 'destination must be given once'],
  [{ search: ' ' }, 'search must have more than spaces'],
  [{ until: 'now' }, 'until must be an RFC 3339 timestamp'],
])('%j is refused with a sentence', (query, sentence) =>
  expect(() => issueQuery(query)).toThrow(sentence),
);
