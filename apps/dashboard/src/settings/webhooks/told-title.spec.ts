import { toldTitle } from './told-title';

test('a delivery tells of an issue by its title', () =>
  expect(
    toldTitle('{"event":"issue.created","issue":{"id":"issue_1","title":"Egress to a.example"}}'),
  ).toBe('Egress to a.example'));

test('a delivery to a chat tells of it by what stands in its one line', () => {
  const slack = '{"attachments":[{"fallback":"New issue: a &lt;b&gt; &amp;amp; c"}]}';
  expect(toldTitle(slack)).toBe('New issue: a <b> &amp; c');
  expect(toldTitle('{"type":"message","summary":"New issue: a","attachments":[{}]}')).toBe(
    'New issue: a',
  );
});

test('a delivery to people on call tells of it by the summary of their alert', () =>
  expect(toldTitle('{"dedup_key":"issue_1","payload":{"summary":"New issue: a"}}')).toBe(
    'New issue: a',
  ));

test('a delivery that tells of no issue has no title', () =>
  expect(toldTitle('{"event":"webhook.test"}')).toBeUndefined());
