import { toldTitle } from './told-title';

test('a delivery tells of an issue by its title', () =>
  expect(
    toldTitle('{"event":"issue.created","issue":{"id":"issue_1","title":"Egress to a.example"}}'),
  ).toBe('Egress to a.example'));

test('a delivery that tells of no issue has no title', () =>
  expect(toldTitle('{"event":"webhook.test"}')).toBeUndefined());
