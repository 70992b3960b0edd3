import { inLog, occurred } from '../testing/facts';
import { occurrencesOf, shownAnew } from './count-occurrences';

const [full, bare] = inLog(
  occurred('IssueCreated', { a: 1 }),
  occurred('IssueRecurred', { a: 1 }, { evidence: [], verdict: 'blocked' }),
);
if (!full || !bare) throw new Error('unreachable');
const metadata = { of: 'a' };

const firstOf = (record: typeof full) => {
  const [first] = occurrencesOf([record], '');
  if (!first) throw new Error('it was counted');
  return first;
};

test('a copy of which no evidence was kept takes nothing from what is shown', () => {
  const first = firstOf(full);
  const changes = shownAnew(occurrencesOf([bare], ''), new Map([[first.id, first]]));
  expect(changes).toMatchObject([{ id: 'issue_1/a', set: { event: { metadata }, shown_at: 20 } }]);
  expect(occurrencesOf([full, bare], '')).toMatchObject([
    { counted_at: 10, shown_at: 20, event: { metadata } },
  ]);
});

test('a copy of which all evidence was kept is shown in place of the one before', () => {
  const kept = { kind: 'network_connection', timestamp: '2026-01-01T00:00:00.000Z' } as const;
  const copy = { ...kept, id: 'a', received_at: kept.timestamp, verdict: 'blocked' } as const;
  const evidence = [{ ...copy, metadata: { of: 'another' } }];
  const [, again] = inLog(
    occurred('IssueCreated', { a: 1 }),
    occurred('IssueRecurred', { a: 1 }, { evidence }),
  );
  if (!again) throw new Error('unreachable');
  const anew = { verdict: 'blocked', metadata: { of: 'another' } };
  expect(occurrencesOf([full, again], '')).toMatchObject([{ counted_at: 10, event: anew }]);
  const first = firstOf(full);
  const changes = shownAnew(occurrencesOf([again], ''), new Map([[first.id, first]]));
  expect(changes).toMatchObject([{ set: { event: anew, shown_at: 20 } }]);
});

test('one that was stored before it was noted as what it is shown is shown as what counted it', () => {
  const { shown_at: _, ...stored } = firstOf(full);
  expect(shownAnew(occurrencesOf([full], ''), new Map([[stored.id, stored]]))).toEqual([]);
  expect(shownAnew(occurrencesOf([bare], ''), new Map([[stored.id, stored]]))).toHaveLength(1);
});

test('what was shown of an event, or of a later one, is not shown again', () => {
  const late = occurrencesOf([full], '');
  const stored = occurrencesOf([bare], '').map((document) => [document.id, document] as const);
  expect(shownAnew(late, new Map(stored))).toEqual([]);
  expect(shownAnew(late, new Map(late.map((document) => [document.id, document])))).toEqual([]);
});
