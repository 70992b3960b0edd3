const document = 'docs/api.md';

/** Our additions: issues, counted. */
export const API_ISSUES = [
  {
    document,
    section: 'Issues, counted',
    sentences: {
      'api-issue-filters':
        '`GET /v1/issues` and its export take `until` (inclusive), `agent_id` and `destination` besides; all filters can be given together.',
      'api-issue-destination':
        'The destination of an issue is its `details.domain`; of one without, its `details.ip`.',
      'api-issue-summary': '`GET /v1/issues/summary` takes the filters of the list.',
      'api-issue-summary-counts':
        '`total` and `histogram` count what they let through; `by_severity`, `by_status` and `by_verdict` count for each word what all filters but that one let through.',
      'api-issue-summary-time':
        'The histogram counts issues by `created_at`; without `since` it covers the last 7 days.',
      'api-issue-occurrences':
        '`GET /v1/issues/{id}/occurrences` → a [histogram](#histograms) with `count` in each bucket: the observations of an issue that are not older than `OBSERVATION_RETENTION`, each at its own time; without `since` from the first one on.',
    },
  },
];
