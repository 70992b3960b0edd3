const document = 'docs/spec.md';
const LEFT_OPEN = 'the spec leaves it open; docs/api.md decides it';

/** The spec, sections 5 to 9. */
export const RULES = [
  {
    document,
    section: '5. Authentication',
    sentences: {
      'spec-5-bearer': 'Every request carries the header Authorization: Bearer <API_TOKEN>.',
      'spec-5-dashboard-token':
        'A user token is created in the dashboard (Settings, API Tokens, Create Token).',
      'spec-5-displayed-once': 'It is displayed once at creation.',
      'spec-5-agent-token': 'PUT /v1/events_v2 requires an agent token, not a user token.',
      'spec-5-agent-token-returned': 'POST /v1/agents returns such a token in the field token.',
      'spec-5-unauthorized-events':
        'A missing or invalid agent token on PUT /v1/events_v2 yields an error body of the form {error, type} with type "UnauthorizedEvents".',
      'spec-5-expired-or-revoked':
        'A token that is expired or revoked is rejected as unauthorized (error code "unauthorized").',
    },
    untestable: {
      'Permissions or scopes of tokens (what produces 403): not shown.': LEFT_OPEN,
    },
  },
  {
    document,
    section: '6. Events',
    sentences: {
      'spec-6-webhooks': 'The service sends webhooks for issues.',
      'spec-6-dashboard-webhook':
        'Webhooks are configured in the dashboard (Settings, Webhooks, Create Webhook).',
    },
    untestable: {},
  },
  {
    document,
    section: 'Webhook payload',
    sentences: {
      'spec-6-payload-event': '| event | string | Value seen: issue.created |',
      'spec-6-payload-timestamp': '| timestamp | string | ISO 8601 |',
      'spec-6-payload-id': '| issue.id | string | |',
      'spec-6-payload-title': '| issue.title | string | |',
      'spec-6-payload-severity': '| issue.severity | string | critical, high, medium, low |',
      'spec-6-payload-verdict': '| issue.verdict | string | detected, blocked |',
      'spec-6-payload-url': '| issue.url | string | Link to the issue in {dashboard_url} |',
      'spec-6-emitted': 'The event issue.created is emitted when an issue is created.',
    },
  },
  {
    document,
    section: 'Signature',
    sentences: {
      'spec-6-signature-header':
        'Every webhook request carries the header X-Service-Signature with the value "sha256=" followed by a lowercase hex digest.',
      'spec-6-signature-digest':
        'The digest is HMAC with SHA-256 over the payload text, keyed with the webhook secret (<SIGNING_SECRET>).',
      'spec-6-ingest-kinds':
        "the agents' observations (dns, connect, process; and the v2 kinds) are the Event resource described in sections 2 and 4.",
    },
    untestable: {
      'The receiver compares the computed "sha256=<digest>" to the header value with a constant-time comparison.':
        'what the receiver does',
      'Other webhook event names: not shown. Delivery retries and timeouts: not shown.': LEFT_OPEN,
      'Separately,': 'begins the sentence behind it',
    },
  },
  {
    document,
    section: '7. Errors',
    sentences: {
      'spec-7-json': 'Errors use HTTP status codes and a JSON body.',
      'spec-7-three-shapes': 'Three body shapes occur:',
      'spec-7-general':
        '| {error: {code: string, message: string, details: string}} | General form; code value seen: unauthorized |',
      'spec-7-agent-creation': '| {error: <string>} | Agent creation |',
      'spec-7-ingest':
        '| {error: <string>, type: <string>} | Event ingest; type value seen: UnauthorizedEvents |',
      'spec-7-400': '| 400 | Bad request: invalid parameters or body |',
      'spec-7-401': '| 401 | Unauthorized: invalid, expired or revoked token |',
      'spec-7-403': '| 403 | Forbidden: token lacks permission |',
      'spec-7-404': '| 404 | Resource does not exist |',
      'spec-7-429': '| 429 | Rate limit exceeded; wait and retry |',
    },
    untestable: {
      '| 500 | Server error |':
        'a 500 is a bug: none can be provoked on purpose, and no test may meet one (libs/chassis proves its body)',
      'Error code values other than unauthorized: not shown. Status code of the UnauthorizedEvents response: not shown.':
        LEFT_OPEN,
    },
  },
  {
    document,
    section: '8. Limits',
    sentences: {
      'spec-8-all-endpoints': '| All endpoints | 1000 requests | per hour |',
      'spec-8-events': '| /v1/events | 100 requests | per minute |',
      'spec-8-header-limit':
        'Rate-limit response headers: X-RateLimit-Limit (integer, allowed requests),',
      'spec-8-header-remaining': 'X-RateLimit-Remaining (integer, requests left),',
      'spec-8-header-reset':
        'X-RateLimit-Reset (integer, Unix timestamp in seconds when the window resets).',
      'spec-8-429': 'Exceeding a limit yields 429.',
      'spec-8-issues-limit': 'GET /v1/issues: limit default 100, maximum 1000.',
      'spec-8-events-limit': 'GET /v1/events: limit default 100;',
      'spec-8-labels':
        'Agent labels: at most 64; key at most 63 characters; value at most 1024 characters.',
    },
    untestable: { 'its maximum: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: '9. Versioning',
    sentences: {
      'spec-9-prefix': 'The version is the path prefix /v1.',
      'spec-9-events-v2': 'The ingest endpoint is /v1/events_v2 and takes the v2 event format.',
      'spec-9-openapi':
        'A machine-readable description conforming to OpenAPI 3.0 is published for code generation.',
    },
    untestable: {
      'Client libraries for three languages are announced as not yet released; any HTTP client is used.':
        'an announcement',
      'Deprecation and compatibility policy: not shown.': 'the spec leaves it open',
    },
  },
];
