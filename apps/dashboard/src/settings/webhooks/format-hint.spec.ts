import { formatHint } from './format-hint';

test.each([
  ['https://hooks.slack.com/services/T/B/x', 'parapet', 'choose Slack'],
  [' https://hooks.slack.com/services/T/B/x', 'teams', 'choose Slack'],
  [
    'https://prod-1.westeurope.logic.azure.com:443/workflows/x',
    'parapet',
    'choose Microsoft Teams',
  ],
  ['https://abc.api.powerplatform.com/x', 'slack', 'choose Microsoft Teams'],
  ['https://events.eu.pagerduty.com/v2/enqueue', 'parapet', 'choose PagerDuty'],
  ['https://hooks.slack.com/services/T/B/x', 'pagerduty', 'choose Slack'],
])('where %s leads, %s would be refused', (url, format, hint) =>
  expect(formatHint(url, format)).toMatch(hint),
);

test.each(['https://events.pagerduty.com/v2/enqueue', 'https://receiver.example/', ''])(
  'for PagerDuty at %j it is said where its key goes',
  (url) => expect(formatHint(url, 'pagerduty')).toMatch('X-Routing-Key'),
);

test.each([
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://receiver.example/hooks.slack.com', 'parapet'],
  ['https://hooks.slack.com.example/', 'parapet'],
  ['https://logic.azure.com.example/', 'parapet'],
  ['https://', 'parapet'],
  ['', 'slack'],
])('of %s with %s nothing is said', (url, format) => expect(formatHint(url, format)).toBeNull());
