import { SendTally } from './send-tally';

test('it says how many of each there were, and why some were not kept', () => {
  const tally = new SendTally();
  for (let n = 0; n < 3; n += 1) tally.add({ status: 'created' });
  tally.add({ status: 'updated' });
  tally.add({ status: 'deferred', error: 'away' });
  tally.add({ status: 'skipped', reason: 'health of the sensor: drop' });
  tally.add({ status: 'refused', error: 'The line is not valid JSON: at position 1' });
  tally.add({ status: 'refused', error: 'The line is not valid JSON: at position 2' });
  expect(tally.text()).toEqual([
    '7 lines sent: 3 new, 1 known before, 1 not kept, 2 refused.',
    '  2  The line is not valid JSON',
    '  1  health of the sensor',
  ]);
  expect(tally.json(1.5)).toEqual({
    ...{ lines: 7, created: 3, updated: 1, skipped: 1, refused: 2, seconds: 1.5 },
    reasons: { 'The line is not valid JSON': 2, 'health of the sensor': 1 },
  });
});

test('however many reasons there are, it tells few apart and counts all', () => {
  const tally = new SendTally();
  for (let n = 0; n < 50; n += 1) tally.add({ status: 'refused', error: `reason ${n}` });
  expect(tally.text()).toHaveLength(1 + 20 + 1);
  expect(tally.text()[1]).toBe('  30  other reasons');
});

test.each([
  [{ status: 'created' }, 0],
  [{ status: 'skipped', reason: 'health of the sensor: drop' }, 0],
  [{ status: 'skipped', reason: 'no Falco event: rule is missing' }, 1],
  [{ status: 'refused', error: 'kind is required' }, 1],
] as const)('of %j so many are wrong: %d', (result, wrong) => {
  const tally = new SendTally();
  tally.add(result);
  expect(tally.wrong).toBe(wrong);
});
