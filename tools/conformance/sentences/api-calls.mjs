const document = 'docs/api.md';

/** Our additions: what each call answers, and the fields. */
export const CALLS = [
  {
    document,
    section: 'API: what the spec leaves open, decided',
    sentences: {
      'api-paths': 'All paths start with `/v1` unless they begin with `/` alone.',
    },
    untestable: {
      '[spec.md](spec.md) is kept to the letter.': 'sentence by sentence above',
      'This page fixes what it leaves "not shown", and what we add.': 'says what the page is',
      'All additions are supersets: a client written from the spec alone never notices them.':
        'follows from all that is proven of the spec',
      'Each sentence of both pages, and the test that proves it: [conformance.md](conformance.md).':
        'names this page',
    },
  },
  {
    document,
    section: 'Status codes and bodies',
    sentences: {
      'api-get-issue':
        '| GET /v1/issues/{id} | 200, the bare Issue (list fields) and the fields below |',
      'api-patch-issue':
        '| PATCH /v1/issues/{id} | `{status, reason?, until?}` → 200, the Issue; `status` is `acknowledged`, `resolved`, `open` or `ignored` |',
      'api-issue-events': '| GET /v1/issues/{id}/events | 200, paged |',
      'api-export': '| GET /v1/issues/export | 200, all issues as NDJSON, CSV or OCSF |',
      'api-get-event': '| GET /v1/events/{id} | 200, the Event |',
      'api-put-event':
        '| PUT /v1/events_v2 | 201 `{id, status: "created"}` or 202 `{id, status: "updated"}` |',
      'api-batch':
        '| POST /v1/events_v2/batch | NDJSON (`application/x-ndjson`), ≤ 1,000 lines; 207 `{results}`: one `{status, id}` or `{status, error}` per line, in order |',
      'api-heartbeat':
        '| POST /v1/agent_heartbeat | agent token; optional `{version, hostname}`; 200 `{"status":"ok"}` |',
      'api-falco':
        '| POST /v1/integrations/falco | agent token; an alert of Falco; 201 or 202 as for events_v2;',
      'api-falco-skipped': 'what is no alert is 200 `{status: "skipped", reason}`;',
      'api-falco-lines': 'alerts as lines: 200 `{results}` as of a batch |',
      'api-tetragon':
        '| POST /v1/integrations/tetragon | agent token; what Tetragon exports, as lines; 200 `{results}` as of a batch |',
      'api-post-policy':
        '| POST /v1/policies | 201 `{id, status: "created", applied_at}` + `Location`, `ETag` |',
      'api-check-policy':
        '| POST /v1/policies/check | body as POST /v1/policies; 200 `{valid: true, policy}`, the policy with what was left out, or the error that POST would answer; nothing is written |',
      'api-get-policy': '| GET /v1/policies/{id} | 200, the Policy, with `ETag`;',
      'api-get-policy-yaml': '`Accept: application/yaml` gives YAML;',
      'api-get-policy-known': '`If-None-Match` that knows it: 304 |',
      'api-put-policy':
        '| PUT /v1/policies/{id} | body as POST, full document; 200 `{id, status: "updated", applied_at}`',
      'api-put-policy-if-match': '+ `ETag`; `If-Match` mismatch 412 |',
      'api-delete-policy': '| DELETE /v1/policies/{id} | 204; `If-Match` mismatch 412 |',
      'api-policy-versions':
        '| GET /v1/policies/{id}/versions | 200, paged, newest first: `{version, at, by, change, policy}` of each version, also of a deleted policy;',
      'api-policy-version-fields':
        '`by` is the id of a token, `change` is `created`, `updated` or `deleted`, `policy` can be sent again by PUT |',
      'api-post-agent':
        '| POST /v1/agents | 201 `{id, token, created_at}`, `Cache-Control: no-store` |',
      'api-agents-summary':
        '| GET /v1/agents/summary | 200, `{total, by_status, by_platform, by_mode, clusters}`: how many agents there are, and how many with each status, platform and mode; `clusters` = `[{name, total, connected}]`, the 200 with the most agents |',
      'api-get-agent': '| GET /v1/agents/{id} | 200, the Agent |',
      'api-patch-agent':
        '| PATCH /v1/agents/{id} | 200, the Agent. Modes: `detect` (default), `enforce` |',
      'api-delete-agent': '| DELETE /v1/agents/{id} | 204, and its token stops working at once |',
      'api-rotate-agent':
        '| POST /v1/agents/{id}/token | 201 `{token}`; the one before stops working |',
      'api-about':
        '| GET /v1/about | any user token, or a session; 200 `{version, started_at, services, storage}` ([below](#about-the-house)) |',
      'api-stream':
        '| GET /v1/stream | 200, what happens to issues and agents as Server-Sent Events without end ([below](#live-stream)) |',
      'api-audit': '| GET /v1/audit | who changed what, when (paged, `admin`) |',
      'api-post-token':
        '| POST /v1/tokens | `{name, permissions?, expires_at?}` → 201 `{id, name, token, permissions, created_at, expires_at}`;',
      'api-post-token-once': 'token shown once;',
      'api-post-token-own': "permissions and end left out are the caller's own;",
      'api-post-token-bounds': '403 where it could do more or last longer |',
      'api-get-tokens': '| GET /v1/tokens | 200, without the tokens;',
      'api-delete-token': '| DELETE /v1/tokens/{id} | 204;',
      'api-delete-token-lacking': '403 where that token holds a permission that the caller lacks |',
      'api-post-webhook':
        '| POST /v1/webhooks | `{url, events?, filter?, format?, headers?, description?, enabled?}` → 201 with `id`, `secret` (shown once) |',
      'api-get-webhooks': '| GET /v1/webhooks, GET /v1/webhooks/{id} | 200, without the secret |',
      'api-patch-webhook': '| PATCH /v1/webhooks/{id} | 200, the Webhook |',
      'api-delete-webhook': '| DELETE /v1/webhooks/{id} | 204 |',
      'api-rotate-secret':
        '| POST /v1/webhooks/{id}/rotate_secret | 200 `{id, secret, promotes_at}`; the new secret is shown once |',
      'api-promote-secret':
        '| POST /v1/webhooks/{id}/promote_secret | 200, the Webhook; 409 when no secret is staged |',
      'api-test-webhook': '| POST /v1/webhooks/{id}/test | 200, how it went |',
      'api-redeliver-failed':
        '| POST /v1/webhooks/{id}/redeliver_failed | `{since, until?}` → 202 `{count, more}` |',
      'api-deliveries': '| GET /v1/webhooks/{id}/deliveries | 200, paged |',
      'api-get-delivery': '| GET /v1/deliveries/{id} | 200, the Delivery with its attempts |',
      'api-redeliver': '| POST /v1/deliveries/{id}/redeliver | 202 |',
      'api-issue-listed':
        'A listed Issue has besides the fields of the spec `status`, `occurrences`, `first_seen`, `last_seen` and `agent_id`.',
      'api-issue-seen':
        '`first_seen` and `last_seen` are when the first and the last of its observations were received: what arrives late happened before.',
      'api-issue-fields':
        'The single Issue has besides these `status_at`, `status_by`, `status_reason`, `ignored_until`,',
      'api-issue-evidence': '`evidence` (newest 20 observations),',
      'api-issue-why':
        '`why` (id, name, version and rule of the policy that decided, or "no policy allows it"),',
      'api-issue-history':
        '`history` (each status that it had, newest 50 first: `{at, status, by, reason, until}`; `by` is the id of a token or a policy, null where an observation did it).',
      'api-issue-recurs':
        'A new occurrence reopens a resolved issue; of an ignored one it only counts.',
      'api-issue-severest':
        'An issue keeps the highest severity that it had, with the `title` and `why` of the last occurrence that was so severe; all else is of the last one.',
      'api-agent-silent':
        'An agent that was heard regularly and then not for `AGENT_SILENT_AFTER` raises the issue `Agent went silent`, an occurrence for each silence.',
      'api-agent-silent-event':
        'Its event is of kind `agent_silent`, made by the house at the time when it last heard the agent.',
      'api-batch-line':
        'A line of a batch is taken as if it had come by itself: `created` is what would be 201, `updated` 202.',
      'api-batch-bad-line':
        'A bad line never hurts its neighbours: it is `refused`, and will be each time.',
      'api-batch-blank': 'Lines with nothing in them are passed over.',
      'api-batch-key': '`Idempotency-Key` means nothing here: each line is known by what it says.',
      'api-policy-sent-back':
        'A policy that was read can be edited and sent back: PUT passes over what GET says besides the document (`id`, `version`, `created_at`, `updated_at`), and a policy that would be longer than 64 KiB in YAML is answered in JSON, whatever `Accept` says.',
      'api-ids':
        'Ids: `issue_`, `policy_`, `agent_`, `event_`, `token_`, `webhook_`, `delivery_` + URL-safe characters.',
      'api-lists':
        "Lists are newest first, keyset-paged with `limit` and `cursor`, in the spec's envelope (`data`, `pagination`), also where the spec shows no cursor;",
      'api-lists-everything':
        'GET /v1/policies and GET /v1/agents, which have no limit in the spec, return everything (streamed) unless `limit` or `cursor` is given.',
      'api-csv':
        '`Accept: text/csv` on GET /v1/issues, GET /v1/events and GET /v1/audit: the same page as RFC 4180 CSV with a header row, one column per field (nested ones dotted).',
      'api-csv-link': 'The next page stands in `Link: <…>; rel="next"`.',
      'api-csv-cells':
        "A cell that a spreadsheet would take for a formula begins with `'`; control characters are written as JSON writes them.",
      'api-csv-errors': 'Errors are JSON.',
      'api-export-all':
        '`GET /v1/issues/export?format=` `ndjson` (when left out), `csv` or `ocsf` downloads all issues that the filters of GET /v1/issues let through, newest first;',
      'api-export-fields':
        'NDJSON has one issue a line, with the fields of the single Issue but `evidence` and `history`; CSV has the same fields as columns.',
      'api-export-ocsf':
        'OCSF has one [Detection Finding](https://schema.ocsf.io/1.5.0/classes/detection_finding) a line, by the schema 1.5.0 with the profile `security_control`: the issue as it is now, and its evidence;',
      'api-export-uid': '`metadata.uid` is the same as long as the issue is.',
      'api-limit': '`limit`: strict decimal integer; below 1 or over the maximum (1000) is 400.',
      'api-since': '`since` is exclusive;',
      'api-since-blank': 'a `+` that arrived as a blank in a timestamp gets a 400 that says so.',
      'api-query-unknown': 'Unknown query parameters are ignored;',
      'api-query-repeated': 'a repeated one is 400.',
      'api-cursor':
        'A cursor is opaque, tied to its filters, and a bad one is 400 `invalid_cursor`.',
      'api-events-filters':
        '`GET /v1/events` takes `until` (inclusive), `verdict` and `destination` besides; all its filters can be given together.',
      'api-events-destination':
        '`destination`: only events that went to this name or address, or looked this name up.',
      'api-events-destination-read':
        'It is read as the destination of an event is ([detection](detection.md)): a URL stands for its host.',
      'api-agents-search':
        '`GET /v1/agents` takes `search` besides: only agents with that text in `name`, `hostname` or `id`, whatever the case of its letters.',
    },
    untestable: {
      'A page may have fewer items than `limit`, or none: it ends at about 8 MiB, and when it has looked for 5 seconds for what a filter lets through; `has_more` alone says whether the list goes on.':
        'about our code: libs/chassis/src/list/page.spec.ts keeps it',
      'What may not have been recorded is `deferred`, and must be sent again; where that is all of a batch, the answer is 503.':
        'an outage between two lines cannot be provoked from outside: `apps/ingest/src/ndjson/take-lines.spec.ts` does it',
      '`last_used` may be 15 minutes old |':
        'about our code: libs/chassis/src/auth/service-door.spec.ts keeps it',
      'it is streamed, so there is no limit.':
        'about our code: libs/chassis/src/list/streamed.spec.ts keeps it',
      'A download that cannot be ended resets the connection, without the last chunk of HTTP/1.1: what came is not whole, and is to be asked for again.':
        'about our code: apps/detection/src/export/export.stream.spec.ts keeps it',
      'One whose token is revoked or expires, or whose session ends, before it is whole ends so, too.':
        'about our code: apps/detection/src/export/export.stream.spec.ts keeps it',
      'A token has at most 4 downloads open in one process; one more is 429.':
        'what is downloaded in a test is read before another can be asked for: apps/detection/src/export/export.stream.spec.ts',
      'Agents of GitHub Actions end by design and raise none.':
        'what never happens is waited for by a clock of the test: `apps/ingest/src/silence/silence-rounds.spec.ts`',
      'Regularly: for four times as long without a pause of that length, by observations or heartbeats.':
        'the bounds need a clock of the test: `apps/ingest/src/silence/judge-silence.spec.ts`',
    },
  },
  {
    document,
    section: 'Fields',
    sentences: {
      'api-issue-micro-context':
        'Issue: `micro_context` = `{platform, cluster, node}` of the agent (absent keys left out);',
      'api-issue-details':
        '`details` = `{domain, ip, process, command}` as far as known, plus `detection`, `technique`, `port`, `protocol`, `path`.',
      'api-agent-kinds':
        'Agent kinds on creation: `github`, `github_actions`, `kubernetes`, `vanilla` (alias `host`).',
      'api-agent-platform': '`platform` = `github_actions`, `kubernetes`, `vanilla`.',
      'api-agent-hostname': '`hostname` = name unless a heartbeat says better;',
      'api-agent-cluster': '`cluster` = label `cluster`;',
      'api-agent-node': 'node = label `node`, else hostname;',
      'api-agent-version': 'version = label `version` or heartbeat.',
      'api-agent-status':
        '`status` = `connected` while the last heartbeat or observation is younger than `AGENT_TIMEOUT`',
      'api-agent-events':
        'The single Agent has besides `events` = `{accepted, duplicate, rejected, lost}`: how many it sent that were new (201) and known (202), how many were not kept, by reason (`bad_request`, `payload_too_large`, `unsupported_media_type`, `no_observation`: of a sensor, but no observation), and how many its sensors say to have lost.',
      'api-agent-sensors':
        '`sensors` is the newest report of each sensor on its own health: `{sensor, reported_at, event, message, lost}`.',
      'api-event-type':
        'Listed event: `type` from `kind`: `network_connection`→`connect`, `process_execution`→`process`, `dns*`→`dns`, `file_access`→`file`;',
      'api-event-other': 'any other kind is stored and listed under its own name.',
      'api-event-dns':
        '`query`/`response` from metadata of DNS kinds, `process` from `metadata.process`.',
      'api-event-more': 'Plus `kind`, `metadata`, `verdict`, `agent_id`, `received_at`.',
      'api-event-numbers':
        'Where a whole number of the body would lose digits as a double, those beyond 2^53 become texts of their digits.',
      'api-policy-type': 'Policy `type`: `allow`, `block`.',
      'api-policy-scope': '`scope` stays a string: `global` (default) or `selected`,',
      'api-policy-selector':
        "then `selector` is an object `{platform: kubernetes, cluster?, namespace?, node?}` / `{platform: github_actions, repository?, workflow?, job?}` (matched against the agent's kind and labels of those names).",
      'api-policy-optional': 'Optional `enabled` (default true), `description`, `metadata`.',
      'api-policy-comment': '`comment` is optional.',
    },
    untestable: {
      '(120 s).': 'the default of a setting that tests shorten, in `.env.example`',
      'A heartbeat that says another version or hostname than the one before is recorded at once; of several such within a minute the last one is too, at the end of that minute at the latest.':
        'about our code: `apps/ingest/src/agent/note-agent-seen.spec.ts` keeps it',
      'Both are at most a quarter of `AGENT_TIMEOUT` behind.':
        'about our code: `apps/ingest/src/agent/heartbeat.controller.spec.ts` keeps it',
      'Every answer is counted once, so that what is sent again is counted again; but a loss counts once, by the time at which its sensor told of it; a process that is killed may leave out what it counted in that time.':
        'about our code: `apps/ingest/src/agent/agent-ledger.spec.ts` keeps it',
    },
  },
];
