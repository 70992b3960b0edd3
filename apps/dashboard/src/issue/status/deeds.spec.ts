import type { Status } from '../../api/words';
import { deedsFor, deedsForAny } from './deeds';

test.each<[Status, string[]]>([
  ['open', ['Acknowledge', 'Resolve', 'Ignore']],
  ['acknowledged', ['Resolve', 'Ignore', 'Reopen']],
  ['resolved', ['Ignore', 'Reopen']],
  ['ignored', ['Resolve', 'Reopen']],
])('of an issue that is %s there can be: %j', (status, labels) => {
  expect(deedsFor(status).map(({ label }) => label)).toEqual(labels);
});

test('of issues of several statuses there can be what there can be of one of them', () => {
  const labels = (statuses: Status[]) => deedsForAny(statuses).map(({ label }) => label);
  expect(labels(['ignored', 'acknowledged'])).toEqual(['Resolve', 'Ignore', 'Reopen']);
  expect(labels([])).toEqual([]);
});
