import { DEPLOYMENTS } from '../deployments.mjs';
import { ABOUT } from './api-about.mjs';
import { HISTOGRAMS } from './api-histograms.mjs';
import { STREAM } from './api-stream.mjs';
import { WEBHOOKS } from './api-webhooks.mjs';

const document = 'docs/api.md';
const [ONE, APART] = DEPLOYMENTS;
const CODE = (where) => `about our code: ${where} keeps it`;

/** Our additions: what holds for every call. `only`: where a sentence means one deployment, and why. */
export const API_RULES = [
  {
    document,
    section: 'Errors',
    sentences: {
      'api-details': '`details` is always a string.',
      'api-code-bad-request': 'Codes: `bad_request`,',
      'api-code-invalid-cursor': '`invalid_cursor`,',
      'api-code-invalid-yaml': '`invalid_yaml`,',
      'api-code-unauthorized': '`unauthorized`,',
      'api-code-forbidden': '`forbidden`,',
      'api-code-not-found': '`not_found`,',
      'api-code-conflict': '`conflict`,',
      'api-code-method-not-allowed': '`method_not_allowed`,',
      'api-code-precondition-failed': '`precondition_failed`,',
      'api-code-payload-too-large': '`payload_too_large`,',
      'api-code-unsupported-media-type': '`unsupported_media_type`,',
      'api-code-unprocessable': '`unprocessable`,',
      'api-code-rate-limited': '`rate_limited`,',
      'api-code-unavailable': '`unavailable`,',
      'api-request-id': 'Every response has `X-Request-Id`.',
      'api-browsers':
        "Every response keeps browsers out: `Content-Security-Policy: default-src 'none'` (on `/docs` and the [dashboard](#dashboard) what they bring themselves), `X-Content-Type-Options: nosniff`, `Cache-Control: no-store` on data.",
      'api-shape-general':
        '| everywhere, and every status but 400 of POST /v1/agents | `{error: {code, message, details}}` |',
      'api-shape-agent-creation': '| 400 of POST /v1/agents | `{error: "<text>"}` |',
      'api-shape-agents':
        '| every error of PUT /v1/events_v2, its batch, the heartbeat and `/v1/integrations/*` | `{error: "<text>", type}`;',
      'api-shape-agents-401':
        '401 is `{"error":"Missing or invalid agent token","type":"UnauthorizedEvents"}`;',
      'api-type-invalid-event': 'others `InvalidEvent`,',
      'api-type-payload-too-large': '`PayloadTooLarge`,',
      'api-type-rate-limited': '`RateLimited`,',
      'api-type-unavailable': '`Unavailable`,',
      'api-creation-order':
        'Agent creation, checked in this order, first failing group wins: `invalid agent kind`; then all of `name is required`, `os is required`, `invalid ip` joined by `,` after `invalid agent: `; then labels: `too many labels`, `label key exceeds maximum length`, `invalid label key format`, `label value exceeds maximum length`, `invalid label value format`.',
      'api-creation-bytes': 'Lengths count **bytes**.',
      'api-creation-key': 'Key `^[a-zA-Z0-9][-_a-zA-Z0-9]*[a-zA-Z0-9]$|^[a-zA-Z0-9]$`,',
      'api-creation-value': 'value `^[a-zA-Z0-9][-_a-zA-Z0-9/. ]*$`.',
      'api-creation-ip': 'IPv4 and IPv6 are both valid addresses.',
    },
    only: {
      'api-code-unavailable': [APART, 'what is embedded is never away'],
      'api-type-unavailable': [APART, 'what is embedded is never away'],
    },
    untestable: {
      '`internal`.': 'a 500 is a bug: none can be provoked on purpose, and no test may meet one',
      '`InternalError` |': 'a 500 is a bug',
      'One table in `libs/contracts/src/errors.ts`; nothing else makes an error body.': CODE(
        'libs/contracts/src/errors.spec.ts',
      ),
    },
  },
  {
    document,
    section: 'Who may call what',
    sentences: {
      'api-user-token': 'User bearer token, or a session: everything in `spec.md` but events_v2.',
      'api-agent-token':
        'Agent token: `/v1/events_v2`, its batch, `/v1/agent_heartbeat`, `/v1/integrations/*`.',
      'api-no-token':
        'Nothing: `/healthz`, `/readyz`, `/docs`, `/v1/openapi.json`, the files of the dashboard.',
      'api-metrics': '`/metrics` needs none either.',
      'api-letter':
        "The only deviations from the letter of the spec are the agents' and the sessions' rate buckets below; settings give the letter, and a test runs with them.",
      'api-key-events':
        '`Idempotency-Key`: on PUT /v1/events_v2 it is the identity (a repeat is 202).',
      'api-key-same':
        'On POST /v1/agents, /v1/policies, /v1/tokens and /v1/webhooks: same key and body → the same answer, for ever, whatever became of what it made;',
      'api-key-other': 'other body → 422;',
      'api-key-in-flight': 'while the first is in flight → the same answer or 409.',
      'api-key-shown': 'A repetition shows the token, or the secret, of the first answer again:',
    },
    untestable: {
      'Of a change that is recorded and cannot be read yet the 503 names the id: without such a key look for it before the same is sent again.':
        'slow documents cannot be provoked from outside: `apps/registry/src/policy/unread-policy.spec.ts` does it',
      'they and the id are derived by HMAC(`SECRET_KEY`, caller, key), not stored.':
        CODE('libs/chassis'),
    },
  },
  {
    document,
    section: 'Tokens and permissions',
    sentences: {
      'api-token-format':
        '`pp_u_` (user) and `pp_a_` (agent) + 32 random base62 characters + 6 characters base62 CRC-32 of all before, digits before capitals before small letters',
      'api-token-checksum': '(a bad checksum is refused',
      'api-digests': 'Only SHA-256 digests are kept.',
      'api-permissions':
        'Permissions: `issues:read|write`, `policies:read|write`, `agents:read|write`, `events:read`, `webhooks:read|write`, `tokens:read|write`, or `admin`.',
      'api-permission-missing': 'Missing one → 403 `forbidden` naming it.',
      'api-token-kind': 'A user token on an agent route, or the reverse, is 401.',
      'api-duplicate-headers': 'Duplicate `Authorization` or `Host` headers are 400.',
      'api-revocation': 'Revocation works on every replica within a second.',
      'api-www-authenticate': '`WWW-Authenticate: Bearer` on 401.',
      'api-session-begin':
        'Signing in: `POST /v1/session` with a user token begins a session of at most 12 hours,',
      'api-session-cookie': 'It is a cookie (`HttpOnly`, `SameSite=Strict`;',
      'api-session': 'that counts as the token wherever no `Authorization` is sent.',
      'api-session-read':
        '`GET /v1/session` says whose it is and until when, also to who sends a token.',
      'api-session-end': '`DELETE /v1/session` ends it everywhere; so does revoking the token.',
      'api-session-other-sites':
        'With it, what changes something is 403 unless the browser says that a page of this host asks (`Sec-Fetch-Site`, or `Origin`).',
      'api-first-start':
        'First start: if there is no user token, an admin token is made, printed once (`Admin token: pp_u_…`) and written to `<data dir>/admin-token` (mode 0600).',
      'api-admin-token':
        '`ADMIN_TOKEN` in the environment (any string of 24 to 500 characters of ASCII, compared by digest before the checksum rule) sets it instead',
    },
    only: {
      'api-first-start': [ONE, 'several processes are given ADMIN_TOKEN'],
    },
    untestable: {
      'never longer than the token lasts.': CODE('apps/registry/src/session'),
      'with https `Secure` and `__Host-`)': CODE('apps/registry/src/session'),
      'See [ADR 21](adr/0021-dashboard-sessions.md).': 'names the decision',
      'without a look-up).': CODE('libs/chassis/src/auth/service-door.spec.ts'),
      'Deliveries tell of issues (title, severity, URL), and are read with `webhooks:read` and sent to any URL with `webhooks:write`: neither needs `issues:read`.':
        'follows from what deliveries say and which permission their routes need',
      'Every route declares its permission; a test walks the router and fails on one that does not.':
        CODE('libs/chassis'),
      '(needed when several processes start together).': CODE('libs/chassis/src/settings'),
    },
  },
  WEBHOOKS,
  STREAM,
  HISTOGRAMS,
  ABOUT,
  {
    document,
    section: 'Rate limits',
    sentences: {
      'api-rate-windows': 'Fixed windows per token',
      'api-rate-address': '(per IP before authentication, 1000/hour;',
      'api-rate-refused': 'a tighter one for 401s, 100 in 10 minutes).',
      'api-rate-defaults':
        'Defaults by the spec: 1000/hour on all endpoints; GET `/v1/events` also 100/minute.',
      'api-rate-agents':
        'Agent routes have a bucket of their own, 360,000/hour by default, because an agent streams',
      'api-rate-letter':
        '`RATE_LIMIT_AGENT=1000/1h` and `RATE_LIMIT_SESSION=1000/1h` give the letter).',
      'api-rate-session': 'The sessions of a token have a bucket of their own, 20,000/hour.',
      'api-rate-session-letter':
        'Where that gives them no more than a token has, the 100/minute are theirs too.',
      'api-rate-headers':
        '`X-RateLimit-Limit/Remaining/Reset` on **every** response below `/v1`, errors included, and on the refusal of what is no HTTP; Reset is a Unix timestamp;',
      'api-rate-least': 'where two limits apply, the one with the least remaining is shown.',
      'api-rate-ietf': 'Also `RateLimit` / `RateLimit-Policy` (IETF draft 10)',
      'api-rate-retry-after': 'and `Retry-After` on 429.',
      'api-rate-lines':
        'A batch costs its lines; where fewer are left it is 429, costs one, and no line of it is taken.',
      'api-rate-off': 'Off with `RATE_LIMIT=off` (benchmarks).',
      'api-rate-shared': 'Counters are shared by replicas.',
    },
    only: { 'api-rate-shared': [APART, 'one process has no replicas'] },
    untestable: {
      '(deviation from the letter, [ADR 5](adr/0005-rate-limit-letter.md);': 'names the decision',
      'Lines that must be sent again are given back, all but the one that every request costs; `X-RateLimit-Remaining` of that answer may not know it yet.':
        'an outage between two lines cannot be provoked from outside: `apps/ingest/src/ndjson/line-intake.spec.ts` does it',
    },
  },
  {
    document,
    section: 'OpenAPI',
    sentences: {
      'api-openapi': '`GET /v1/openapi.json` (3.0.x),',
      'api-docs': 'A human-readable page at `/docs`, which asks no other host.',
      'api-openapi-whole':
        'Every route, both security schemes, all error shapes and headers, `application/yaml` bodies.',
    },
    untestable: {
      'generated from the code, committed, drift fails CI.': '`npm run check:static` does it',
      "A test compares the router's table with the document: no route missing on either side.":
        CODE('apps/standalone'),
    },
  },
  {
    document,
    section: 'Limits on what comes in',
    sentences: {
      'api-size-observation': 'JSON 64 KiB for an observation, also as a line of a batch,',
      'api-size-sensor': '128 KiB for an event of a sensor,',
      'api-size-json': '256 KiB elsewhere;',
      'api-size-batch': 'a batch 8 MiB, and what has more, or more lines, is 413;',
      'api-metadata-bounds': '`metadata` depth ≤ 8, ≤ 256 keys.',
      'api-size-yaml': 'YAML 64 KiB,',
      'api-yaml-schema': 'JSON-compatible schema only,',
      'api-yaml-features': 'no aliases, no anchors, no tags, no merge keys,',
      'api-yaml-depth': 'depth ≤ 10,',
      'api-yaml-keys': 'unknown keys refused.',
      'api-keys-twice': 'A key that stands twice is refused in YAML; of JSON the last one counts.',
      'api-yaml-quote':
        'An unquoted `- pattern: *.example.com` is an alias in YAML: the 400 says to quote it.',
      'api-yaml-place':
        'What is wrong in the YAML of a policy has its place: `details` begins with `line 3, column 5: `, both counted from 1.',
      'api-media':
        'Media types: `application/yaml` (also `application/x-yaml`, `text/yaml`), `application/json`, for a batch and for sensors `application/x-ndjson`; else 415.',
      'api-media-nothing': 'Where there is no body a `Content-Type` says nothing.',
      'api-gzip':
        '`Content-Encoding: gzip` is taken where lines are, and counted by what comes out.',
      'api-time-zone': 'Timestamps: RFC 3339 with zone;',
      'api-time-future':
        'not further than 24 hours in the future (a clear 400 tells the agent to look at its clock);',
      'api-time-verbatim': 'kept verbatim to the nanosecond as sent, compared by value.',
      'api-slow-headers': 'Slow clients are cut: headers 10 s,',
      'api-slow-request': 'whole request 30 s.',
      'api-unknown-ignored':
        'Unknown properties in JSON bodies are ignored (newer agents talk to older servers);',
      'api-unknown-refused':
        'in policies and in the `filter` of a webhook they are refused (a typo there is dangerous).',
    },
  },
  {
    document,
    section: 'Dashboard',
    sentences: {
      'api-pages':
        'The pages of the dashboard begin at `/`; `/issues/{id}` is what webhooks link to.',
      'api-pages-shown':
        'They are shown to everybody but programs that mean the API: who does not ask for `text/html` by name, and would rather have JSON or sends `Authorization`, is answered 404.',
      'api-pages-unknown':
        'A browser, which asks for `text/html` by name, is shown a page with status 404 where it asks with GET for a path that is nothing, and not below `/v1`; others are told so in JSON.',
      'api-pages-session':
        'They are no part of the API document; whatever is done on them is done at `/v1`, with a [session](#tokens-and-permissions).',
      'api-pages-policy':
        'Their content policy has no `unsafe-inline`: scripts are files of this house, styles too, or bear a word that is another in each answer.',
      'api-pages-files':
        'Files below `/assets` are named after what is in them and may be kept for ever.',
    },
    untestable: {},
  },
];
