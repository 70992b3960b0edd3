import { planKills } from './plan';

test('a seed always plans the same', () => {
  expect(planKills(7, 50, 5)).toEqual(planKills(7, 50, 5));
  expect(planKills(7, 50, 5)).not.toEqual(planKills(8, 50, 5));
});

test('every ten kills hit the notifiers eight times, the log and the database once', () => {
  const targets = planKills(1, 50, 5).map(({ target }) => target);
  for (let i = 0; i < 50; i += 10) {
    const ten = targets.slice(i, i + 10);
    expect(ten.filter((target) => target === 'log')).toHaveLength(1);
    expect(ten.filter((target) => target === 'database')).toHaveLength(1);
    expect(ten.filter((target) => target.startsWith('notifier-'))).toHaveLength(8);
  }
});

test('so many are in a row as is wanted', () => {
  const waits = planKills(1, 6, 3).map((kill) => kill.waits);
  expect(waits).toEqual([true, false, false, true, false, false]);
});
