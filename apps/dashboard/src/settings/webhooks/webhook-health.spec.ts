import { healthOf } from './webhook-health';

const NOTHING = {
  ...{ pending: 0, failing_since: null, failures: 0 },
  ...{ last_success_at: null, last_failure_at: null, last_error: null },
};
const AT = '2026-03-01T12:00:00Z';

test.each([
  ['Nothing sent yet', 'nothing was sent', {}],
  ['First delivery waits', 'the first one is on its way', { pending: 1 }],
  ['Healthy', 'the newest attempt succeeded', { last_success_at: AT }],
  ['Failing', 'attempts fail that succeeded before', { last_success_at: AT, failing_since: AT }],
])('%s: %s', (word, _, health) => {
  const delivery_health = { ...NOTHING, ...health };
  expect(healthOf({ enabled: true, disabled_reason: null, delivery_health }).word).toBe(word);
});

test.each([
  ['Disabled', null],
  ['Disabled by Parapet', 'the receiver answered 410 Gone'],
])('%s, for the reason %j, whatever became of attempts', (word, disabled_reason) => {
  const delivery_health = { ...NOTHING, failing_since: AT };
  expect(healthOf({ enabled: false, disabled_reason, delivery_health }).word).toBe(word);
});
