import { keyMistake, withKey, withKeyHeld } from './routing-key';

const KEPT = JSON.stringify(withKeyHeld({ dedup_key: 'issue_1' }));

test('an event is sent with the key that the headers have, and kept without it', () => {
  expect(KEPT).toBe('{"routing_key":"[redacted]","dedup_key":"issue_1"}');
  const sent = withKey(KEPT, { 'x-other': 'a', 'x-routing-key': 'R0UT"\\E' });
  expect(JSON.parse(sent ?? '')).toEqual({ routing_key: 'R0UT"\\E', dedup_key: 'issue_1' });
});

test('an event for which there is no key is not sent', () =>
  expect(withKey(KEPT, { 'x-other': 'a' })).toBeNull());

test.each(['{"event":"issue.created"}', '{"attachments":[]}', '{"routing_key":"mine"}'])(
  '%s is sent as it is kept',
  (kept) => expect(withKey(kept, { 'x-routing-key': 'key' })).toBe(kept),
);

test.each([
  ['pagerduty', ['x-routing-key'], null],
  ['pagerduty', ['authorization'], 'headers must have X-Routing-Key where format is pagerduty'],
  ['parapet', [], null],
  ['slack', ['x-routing-key'], null],
] as const)('of %s with headers %j the mistake is %j', (format, names, mistake) =>
  expect(keyMistake(format, names)).toBe(mistake),
);
