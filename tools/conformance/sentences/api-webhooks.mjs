const document = 'docs/api.md';
const CODE = (where) => `about our code: ${where} keeps it`;

/** Our additions: webhooks. */
export const WEBHOOKS = {
  document,
  section: 'Webhooks',
  sentences: {
    'api-webhook-events':
      'Events: `issue.created` (when `events` is left out), `issue.acknowledged`, `issue.resolved`, `issue.reopened`;',
    'api-webhook-once': 'each is told once.',
    'api-webhook-before':
      'What happened before a webhook was made, or while it was disabled, is never told to it.',
    'api-webhook-standard':
      'Beside `X-Service-Signature` stand the headers of [Standard Webhooks](https://www.standardwebhooks.com); `webhook-id` is the id of the delivery.',
    'api-webhook-success': 'A 2xx is success.',
    'api-webhook-again': 'Anything else is tried again with the same id and the same bytes,',
    'api-webhook-redirect': 'a redirect is not followed;',
    'api-webhook-410': '410 disables the webhook.',
    'api-secret-staged':
      '`rotate_secret` stages a new secret beside the old one: `webhook-signature` has one signature by each (either verifies), `X-Service-Signature` is by the old one.',
    'api-secret-again': 'Rotating again drops the secret that is staged and stages another.',
    'api-secret-promoted': '`promote_secret`,',
    'api-secret-only': 'makes the staged secret the only one, on every replica within a second;',
    'api-secret-times':
      '`secret_staged_at` and `secret_promotes_at` of a Webhook are null when none is staged.',
    'api-webhook-url':
      'A `url` is `https:`, without user and fragment, and its host no private or special address.',
    'api-filter':
      '`filter` = `{min_severity?, verdicts?, platforms?, clusters?}` chooses issues: all that is given must hold, what is left out holds nothing back, `{}` lets everything through.',
    'api-filter-then':
      'An issue is judged at each event as it is then: by its highest severity so far, and by verdict, platform and cluster of its last occurrence;',
    'api-filter-no-cluster': 'without a cluster it is in none.',
    'api-filter-later':
      'One that comes to pass only later, while it is open or acknowledged, is told then, once: as `issue.created`, unless as `issue.reopened`.',
    'api-filter-refused':
      'A list has one value or more, each once; null, an unknown value and an unknown field are 400.',
    'api-headers':
      '`headers` are sent with every attempt besides ours, tests and redeliveries included.',
    'api-headers-secret':
      'A webhook shows their names alone, as `header_names`: values are kept like secrets,',
    'api-headers-echoed': 'and where a receiver repeats one, its response is kept without it.',
    'api-headers-bounds':
      'At most 20, with names of ≤ 64 characters (case does not matter) and values of ≤ 1024, visible ASCII with blanks and tabs inside.',
    'api-headers-reserved':
      'Not `content-*`, `webhook-*`, `x-service-signature`, `x-parapet-*`, `user-agent`, `host`, cookies, nor what says where a request comes from, goes to, or ends: 400 says why.',
    'api-format':
      '`format` says how it is written what a webhook is sent: `parapet`, as the spec has it (when left out); `slack`, for the URL of an incoming webhook of Slack; `teams`, for the URL of a workflow of Microsoft Teams that posts to a channel when it is sent a request; `pagerduty`, for the Events API v2 of PagerDuty.',
    'api-format-said':
      'Such a message says what happened, the title, severity, verdict, platform, cluster and node, and leads to the issue;',
    'api-format-plain':
      'a chat takes nothing for markup or a mention that an agent was called or saw.',
    'api-format-planned': 'What was planned before a change of `format` is sent as it was planned.',
    'api-format-key':
      'The key that PagerDuty wants is the value of the header `X-Routing-Key`, without which such a webhook is 400: it is sent in the event, too, and kept and shown without.',
    'api-format-alert':
      'An issue is one alert there: opened, acknowledged and resolved as the events say.',
    'api-webhook-replaces':
      'PATCH replaces `events`, `filter` and `headers` as a whole, `{}` removes all headers.',
    'api-headers-url':
      'While headers are kept `url` cannot change: send them again with it, or `{}`.',
    'api-webhook-health':
      'A webhook shows its `delivery_health`: `pending`, `failing_since` and `failures` (attempts that failed since the last success), `last_success_at`, `last_failure_at`, `last_error`.',
    'api-webhook-anew': 'enabling it or changing its `url` begins anew.',
    'api-attempt-headers':
      "An attempt shows its `request_headers`, without the values of signatures and of the webhook's own `headers`,",
    'api-attempt-response':
      'and the `response`: of the newest attempt the first 16 KiB, of others, and in lists, its first 1,024 characters;',
    'api-test-answer': 'a test answers `{id, succeeded, body, attempt}`.',
    'api-given-up-reason': 'A delivery that is given up says why: `given_up_reason`.',
    'api-deliveries-filters':
      'The list of deliveries can be filtered by `status`, `event`, `since` and `until` (inclusive).',
    'api-redeliver-failed-range':
      '`redeliver_failed` makes due again, oldest first, what was given up of the deliveries made after `since`, and up to `until`; tests are left out.',
    'api-redeliver-failed-disabled': 'A disabled webhook is 409.',
  },
  untestable: {
    'or 24 hours,':
      'a day: apps/notifier/src/webhook/secret-rotation.spec.ts proves it by a clock of its own',
    'what is sent again is signed with the secrets of that moment.': CODE(
      'apps/notifier/src/webhook/secret-rotation.spec.ts',
    ),
    'Whose attempts have all failed for `WEBHOOK_DISABLE_AFTER` (5 days) is disabled, and `disabled_reason` says so;':
      'days: apps/notifier/src/health/disable-webhook.spec.ts proves it by a clock of its own',
    'After 10 failures in a row that find the receiver down, it is asked by one delivery at a time, after 1 s, 2 s, 4 s … 60 s, until it answers.':
      'minutes: apps/notifier/src/health/breaker.spec.ts and breakers.spec.ts prove it by a clock of their own',
    'One that is busy (429, 503) and says for how long (`Retry-After`) is left alone until then, a minute at most, and gets one delivery at a time until it has answered eight.':
      'the same: apps/notifier/src/health/breaker.spec.ts and breakers.spec.ts',
    'What is due meanwhile waits and loses no attempt.':
      'the same: apps/notifier/src/health/breakers.spec.ts',
    'A test is made at once.': 'the same: apps/notifier/src/health/breakers.spec.ts',
    '`more: true`: the same request again goes on.':
      'tens of thousands of deliveries: apps/notifier/src/delivery/redeliver-failed.spec.ts cuts it short',
    'Deliveries are kept for 90 days; one that could be forgotten before its schedule ends is not delivered again (409).':
      'months: apps/notifier/src/delivery/redeliver-failed.spec.ts makes deliveries of that age',
    'at the times of `WEBHOOK_SCHEDULE`;':
      'minutes and hours: apps/notifier/src/delivery/next-attempt.spec.ts proves them by a clock of its own',
  },
};
