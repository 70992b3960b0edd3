/** Our additions: what is counted over time. */
export const HISTOGRAMS = {
  document: 'docs/api.md',
  section: 'Histograms',
  sentences: {
    'api-histogram':
      'A `histogram` = `{from, to, step_seconds, buckets}` has at most 60 `buckets` without gaps, empty ones included, each with the `time` where it begins.',
    'api-histogram-step':
      '`step_seconds` is the least of 60, 300, 900, 3600, 21600 and 86400 that is enough; buckets are whole steps of UTC.',
    'api-histogram-end':
      'The last one holds `until`, or now; of more than 60 days the last 60 are shown.',
    'api-histogram-cut': '`since` and `until` cut through the outer ones.',
    'api-events-summary':
      '`GET /v1/events/summary` → `{total, histogram}` with `count` in each bucket: how many events the filters of `GET /v1/events` let through, without `since` those of the last hour.',
    'api-events-summary-total':
      'What is older than the histogram, or dated ahead of it, is in `total`.',
    'api-deliveries-summary':
      '`GET /v1/deliveries/summary` → `{total, by_status, histogram}` of the deliveries of all webhooks that were made after `since`, or in the last 24 hours: how many are `pending`, `succeeded` and `given_up`;',
    'api-deliveries-histogram':
      'in each bucket `pending`, `succeeded` and `failed` (given up), by when they were made.',
  },
  untestable: {
    'What cannot be counted within some seconds is 503 `unavailable`: ask for a shorter span.':
      'so much cannot be provoked from outside: `libs/readmodel/src/mongodb/slow-counts.servers.spec.ts` does it',
  },
};
