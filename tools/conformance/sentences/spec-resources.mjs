const document = 'docs/spec.md';
const LEFT_OPEN = 'the spec leaves it open; docs/api.md decides it';
const POINTER = 'says where something is said';

/** The spec, sections 1 to 3. Each sentence by its id; what no test can prove with the reason. */
export const RESOURCES = [
  {
    document,
    section: 'Security Monitoring Service API Specification',
    sentences: {
      'spec-0-bodies':
        'This document covers the whole service: a REST API over HTTP with JSON bodies (policies use YAML) for issues, policies, agents and events, plus issue webhooks and an agent event-ingest endpoint.',
      'spec-0-paths': 'All paths below start with /v1 and are appended to {base_url}.',
    },
    untestable: {
      'Addresses are written as {base_url} (the API host root) and {dashboard_url} (the web dashboard).':
        'explains how the page is written',
    },
  },
  {
    document,
    section: '1. What the service does',
    sentences: {
      'spec-1-detects':
        'The service detects and blocks suspicious runtime activity (for example unexpected outbound network connections) on hosts and workloads that run an agent.',
      'spec-1-exposes':
        'It exposes Issues (findings), Policies (allow rules), Agents (the software on nodes, runners or clusters) and Events (raw observations: DNS lookups, connections, process executions).',
      'spec-1-clients':
        "Clients read issues, manage policies, list and create agents, switch an agent's mode and list events.",
      'spec-1-agents-submit': 'Agents submit events to the service with an agent token.',
      'spec-1-webhook': 'The service can push a webhook notification when an issue is created.',
      'spec-1-platforms': 'Supported agent platforms seen in filters: github_actions, kubernetes.',
    },
  },
  {
    document,
    section: 'Issue',
    sentences: {
      'spec-2-issue-id': '| id | string | Issue identifier, prefixed form "issue_<id>" |',
      'spec-2-issue-title': '| title | string | Human-readable summary |',
      'spec-2-issue-severity': '| severity | string | critical, high, medium, low |',
      'spec-2-issue-verdict': '| verdict | string | detected, blocked |',
      'spec-2-issue-created-at': '| created_at | string | ISO 8601 timestamp |',
      'spec-2-issue-micro-context':
        '| micro_context | object | Keys seen: platform (string), cluster (string), node (string) |',
      'spec-2-issue-details':
        '| details | object | Keys seen: domain, ip, process (executable path), command (string) |',
    },
    untestable: {
      'The single-issue response (GET /v1/issues/{issue_id}) is stated in section 4.': POINTER,
    },
  },
  {
    document,
    section: 'Policy',
    sentences: {
      'spec-2-policy-id': '| id | string | Prefixed form "policy_<id>" |',
      'spec-2-policy-name': '| name | string | |',
      'spec-2-policy-type': '| type | string | Value seen: allow |',
      'spec-2-policy-scope': '| scope | string | Value seen: global |',
      'spec-2-policy-rules':
        '| rules | array of object | Each rule: pattern (string, may contain a wildcard such as a leading "*." before a domain), comment (string) |',
      'spec-2-policy-enabled': '| enabled | boolean | Present in list output |',
      'spec-2-policy-created-at':
        '| created_at | string | ISO 8601 timestamp, present in list output |',
    },
    untestable: { 'Other allowed values of type and scope: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'Agent',
    sentences: {
      'spec-2-agent-id': '| id | string | Prefixed form "agent_<id>" |',
      'spec-2-agent-hostname': '| hostname | string | |',
      'spec-2-agent-platform': '| platform | string | github_actions, kubernetes |',
      'spec-2-agent-cluster': '| cluster | string | Cluster name (Kubernetes only) |',
      'spec-2-agent-status': '| status | string | connected, disconnected |',
      'spec-2-agent-mode': '| mode | string | Value seen: enforce |',
      'spec-2-agent-version': '| version | string | Agent software version |',
      'spec-2-agent-last-seen': '| last_seen | string | ISO 8601 timestamp |',
    },
    untestable: {
      'Agent creation (POST /v1/agents) uses a different set of fields, given in section 4.':
        POINTER,
    },
  },
  {
    document,
    section: 'Event (as listed)',
    sentences: {
      'spec-2-event-id': '| id | string | Prefixed form "event_<id>" |',
      'spec-2-event-type': '| type | string | dns, connect, process |',
      'spec-2-event-timestamp': '| timestamp | string | ISO 8601 |',
      'spec-2-event-query': '| query | string | DNS events: the name looked up |',
      'spec-2-event-response': '| response | array of string | DNS events: resolved addresses |',
      'spec-2-event-process':
        '| process | object | pid (integer), command (string), args (array of string) |',
    },
    untestable: { 'Fields specific to connect and process events: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'Event (as ingested, v2 format)',
    sentences: {
      'spec-2-ingested-kind':
        '| kind | string | Event kind, e.g. network_connection, process_execution, file_access |',
      'spec-2-ingested-timestamp': '| timestamp | string | ISO 8601, when the event occurred |',
      'spec-2-ingested-metadata':
        '| metadata | object | Event-specific; for network_connection the keys seen are destination (string), destination_ip (string), port (integer), protocol (string) |',
      'spec-2-ingested-verdict': '| verdict | string | allowed, blocked, detected |',
      'spec-2-ingested-any-metadata': 'The exact structure of metadata depends on kind.',
    },
  },
  {
    document,
    section: 'Pagination envelope',
    sentences: {
      'spec-2-next-cursor':
        '| pagination.next_cursor | string | Value to pass as cursor for the next page |',
      'spec-2-has-more': '| pagination.has_more | boolean | Whether more results exist |',
    },
  },
  {
    document,
    section: '3. States and transitions',
    sentences: {
      'spec-3-agent-status': '| Agent | status | connected, disconnected |',
      'spec-3-agent-mode': '| Agent | mode | enforce',
      'spec-3-issue-verdict': '| Issue | verdict | detected, blocked |',
      'spec-3-event-verdict': '| Event (ingested) | verdict | allowed, blocked, detected |',
      'spec-3-policy-enabled': '| Policy | enabled | true, false |',
      'spec-3-patch-mode':
        "PATCH /v1/agents/{agent_id} with a JSON body carrying mode sets the agent's mode (for example to enforce).",
    },
    untestable: {
      '(other values: see below) |': POINTER,
      'Other allowed agent modes: not shown.': LEFT_OPEN,
      'Only one move is stated:': 'speaks about the page',
      'Transitions between the states above: not shown.': LEFT_OPEN,
    },
  },
];
