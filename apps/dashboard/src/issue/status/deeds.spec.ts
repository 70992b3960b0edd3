import type { Status } from '../../api/words';
import { deedsFor } from './deeds';

test.each<[Status, string[]]>([
  ['open', ['Acknowledge', 'Resolve', 'Ignore']],
  ['acknowledged', ['Resolve', 'Ignore', 'Reopen']],
  ['resolved', ['Ignore', 'Reopen']],
  ['ignored', ['Resolve', 'Reopen']],
])('of an issue that is %s there can be: %j', (status, labels) => {
  expect(deedsFor(status).map(({ label }) => label)).toEqual(labels);
});
