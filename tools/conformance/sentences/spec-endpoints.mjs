const document = 'docs/spec.md';
const LEFT_OPEN = 'the spec leaves it open; docs/api.md decides it';

/** The spec, section 4. */
export const ENDPOINTS = [
  {
    document,
    section: '4. Endpoints',
    sentences: {
      'spec-4-user-token': 'All endpoints except PUT /v1/events_v2 require a user bearer token.',
      'spec-4-agent-token': 'PUT /v1/events_v2 requires an agent token.',
    },
  },
  {
    document,
    section: 'GET /v1/issues',
    sentences: {
      'spec-4-issues-severity': '| severity | string | critical, high, medium, low |',
      'spec-4-issues-verdict': '| verdict | string | detected, blocked |',
      'spec-4-issues-since': '| since | ISO 8601 timestamp | Only issues created after it |',
      'spec-4-issues-limit-default': '| limit | integer | Default 100',
      'spec-4-issues-limit-maximum': 'maximum 1000 |',
      'spec-4-issues-cursor': '| cursor | string | Pagination cursor from a previous response |',
      'spec-4-issues-response':
        'Response: JSON object with data (array of Issue) and pagination (envelope).',
    },
    untestable: { 'Query parameters:': 'begins a table' },
  },
  {
    document,
    section: 'GET /v1/issues/{issue_id}',
    sentences: { 'spec-4-issue-id': 'Path parameter: issue_id (string).' },
    untestable: { 'Response body: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'GET /v1/policies',
    sentences: {
      'spec-4-policies-no-parameters': 'No parameters.',
      'spec-4-policies-response': 'Response: object with data (array of Policy).',
    },
  },
  {
    document,
    section: 'POST /v1/policies',
    sentences: {
      'spec-4-create-policy-type': 'Request Content-Type: application/yaml.',
      'spec-4-create-policy-body':
        'Body: YAML document with name (string), type (string), scope (string), rules (list of objects with pattern and comment, both strings).',
      'spec-4-create-policy-response':
        'Response: JSON object with id (string), status (string, the value "created"), applied_at (ISO 8601 timestamp).',
    },
    untestable: { 'Success status code: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'PUT /v1/policies/{policy_id}',
    sentences: { 'spec-4-update-policy-type': 'Request Content-Type: application/yaml.' },
    untestable: { 'Body structure and response: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'DELETE /v1/policies/{policy_id}',
    sentences: { 'spec-4-delete-policy': 'No body.' },
    untestable: { 'Response body: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'GET /v1/agents',
    sentences: {
      'spec-4-agents-status': '| status | string | connected, disconnected |',
      'spec-4-agents-platform': '| platform | string | github_actions, kubernetes |',
      'spec-4-agents-cluster': '| cluster | string | Cluster name; Kubernetes only |',
      'spec-4-agents-response': 'Response: object with data (array of Agent).',
    },
  },
  {
    document,
    section: 'POST /v1/agents',
    sentences: {
      'spec-4-create-agent-token': 'Creates an agent and generates an authentication token for it.',
      'spec-4-create-agent-no-policies': 'Network policies are not included in the response.',
      'spec-4-create-agent-type': 'Request Content-Type: application/json.',
      'spec-4-create-agent-name': '| name | string | yes | Agent name |',
      'spec-4-create-agent-os': '| os | string | yes | Operating system |',
      'spec-4-create-agent-ip': '| ip | string | no | Must be a valid IP address |',
      'spec-4-create-agent-kind': '| kind | string | yes | Must be a valid agent kind |',
      'spec-4-create-agent-labels': '| labels | object (string to string) | no |',
      'spec-4-create-agent-labels-64': 'At most 64 labels;',
      'spec-4-create-agent-labels-key': 'key length at most 63 characters;',
      'spec-4-create-agent-labels-value': 'value length at most 1024 characters |',
      'spec-4-create-agent-response':
        "Response fields: id (string, unique agent identifier), token (string, the agent's authentication token), created_at (string, ISO 8601).",
      'spec-4-create-agent-errors': 'Error bodies are of the form {error: <string>};',
      'spec-4-create-agent-label-key-error': 'one for an invalid label key format,',
      'spec-4-create-agent-os-error': 'one stating that os is required for an invalid agent.',
    },
    untestable: {
      'Success status code: not shown.': LEFT_OPEN,
      'messages seen:': 'introduces the two messages',
      'and one stating': 'joins them',
    },
  },
  {
    document,
    section: 'PATCH /v1/agents/{agent_id}',
    sentences: {
      'spec-4-patch-agent':
        'Request Content-Type: application/json. Body: object with mode (string).',
    },
    untestable: { 'Response body: not shown.': LEFT_OPEN },
  },
  {
    document,
    section: 'GET /v1/events',
    sentences: {
      'spec-4-events-type': '| type | string | dns, connect, process |',
      'spec-4-events-agent-id': '| agent_id | string | Only events of this agent |',
      'spec-4-events-since': '| since | ISO 8601 timestamp | Only events after it |',
      'spec-4-events-limit': '| limit | integer | Default 100 |',
      'spec-4-events-response': 'Response: object with data (array of Event as listed).',
    },
  },
  {
    document,
    section: 'PUT /v1/events_v2',
    sentences: {
      'spec-4-ingest-format':
        'Ingests one event in the v2 event format (called ashkaal in the interface).',
      'spec-4-ingest-type': 'Request Content-Type: application/json.',
      'spec-4-ingest-body': 'Body: Event (as ingested) with kind, timestamp, metadata, verdict.',
      'spec-4-ingest-agent':
        'The agent identifier is taken from the agent token and attached to the event; the body carries none.',
      'spec-4-ingest-created': 'Response status: 201 when a new event is created,',
      'spec-4-ingest-updated': '202 when an existing event is updated.',
    },
    untestable: { 'Response body: not shown.': LEFT_OPEN },
  },
];
