const document = 'docs/api.md';

/** Our additions: issues, counted. */
export const API_ISSUES = [
  {
    document,
    section: 'Issues, counted',
    sentences: {
      'api-issue-filters':
        '`GET /v1/issues` and its export take `until` (inclusive), `agent_id`, `destination` and `search` besides; all filters can be given together.',
      'api-issue-destination':
        'The destination of an issue is its `details.domain`; of one without, its `details.ip`.',
      'api-issue-destination-read':
        'What is asked for is found as it is written, and as it is read of an event: a URL stands for its host.',
      'api-issue-search':
        '`search`: only issues with that text, whatever the case of its letters, in `title`, in a text of `details`, or in the `cluster` or `node` of `micro_context`; spaces around it do not count.',
      'api-issue-summary': '`GET /v1/issues/summary` takes the filters of the list.',
      'api-issue-summary-counts':
        '`total` and `histogram` count what they let through; `by_severity`, `by_status` and `by_verdict` count for each word what all filters but that one let through.',
      'api-issue-summary-time':
        'The histogram counts issues by `created_at`; without `since` it covers the last 7 days.',
      'api-issue-occurrences':
        '`GET /v1/issues/{id}/occurrences` → a [histogram](#histograms) with `count` in each bucket: the observations of an issue that are not older than `OBSERVATION_RETENTION`, each at its own time; without `since` from the first one on.',
      'api-issue-destinations':
        '`GET /v1/issues/destinations` → `{data: [{destination, issues, occurrences, last_seen, severity}]}`: where the newest 20,000 open issues went that no policy decided, the most observations first.',
      'api-issue-destinations-limit': '`limit` is at most 50, and 10 when left out.',
    },
    untestable: {
      'With `search` it counts among the newest 20,000 issues that `agent_id`, `destination`, `since` and `until` let through, or those of them that it looks through in 5 seconds; where there are older ones, it says `truncated: true`.':
        'needs too many issues: `apps/detection/src/summary/summarise-issues.spec.ts` does it with less time',
      'The answer may be 5 seconds old.': 'says what clients must not rely on',
    },
  },
  {
    document,
    section: 'From an issue to a policy',
    sentences: {
      'api-issue-allow':
        '`GET /v1/issues/{id}/allow` → `{proposals: [{label, policy}]}`: policies that would allow what the issue is about, each as POST /v1/policies takes it, the narrowest first.',
      'api-issue-allow-none':
        'Where none can, it is 409 and says why: the issue has no destination that a rule could match, or a policy blocks it.',
      'api-issue-match':
        '`POST /v1/issues/match` takes a policy as POST /v1/policies does, in JSON alone, and creates nothing.',
      'api-issue-match-found':
        'It answers 200 `{examined, truncated, matched: {issues, occurrences}, data}`: which of the newest 20,000 issues the rules are about, whatever their status, and whether the policy is enabled or not.',
      'api-issue-match-data':
        '`data` has the newest 20 of them: `{issue_id, title, destination, agent_id, process, occurrences, last_seen, status}`.',
    },
    untestable: {
      'Whatever looks through issues looks for 5 seconds at most, and answers what it found.':
        'needs a slow read model: `apps/detection/src/allow/match-draft.spec.ts` does it',
    },
  },
];
