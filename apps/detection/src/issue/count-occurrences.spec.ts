import { inLog, occurred } from '../testing/facts';
import { occurrencesOf, shownAnew } from './count-occurrences';

const [full, bare] = inLog(
  occurred('IssueCreated', { a: 1 }),
  occurred('IssueRecurred', { a: 1 }, { evidence: [], verdict: 'blocked' }),
);
if (!full || !bare) throw new Error('unreachable');
const metadata = { of: 'a' };

test('a copy of which no evidence was kept takes nothing from what is shown', () => {
  const [first] = occurrencesOf([full], '');
  if (!first) throw new Error('it was counted');
  const changes = shownAnew(occurrencesOf([bare], ''), new Map([[first.id, first]]));
  expect(changes).toMatchObject([{ id: 'issue_1/a', set: { event: { metadata }, shown_at: 20 } }]);
  expect(occurrencesOf([full, bare], '')).toMatchObject([
    { counted_at: 10, shown_at: 20, event: { metadata } },
  ]);
});

test('what was shown of an event, or of a later one, is not shown again', () => {
  const late = occurrencesOf([full], '');
  const stored = occurrencesOf([bare], '').map((document) => [document.id, document] as const);
  expect(shownAnew(late, new Map(stored))).toEqual([]);
  expect(shownAnew(late, new Map(late.map((document) => [document.id, document])))).toEqual([]);
});
