/** Our additions: what is heard live. */
export const STREAM = {
  document: 'docs/api.md',
  section: 'Live stream',
  sentences: {
    'api-stream-types':
      '`GET /v1/stream` sends `issue.created`, `issue.updated`, `agent.updated` and `agent.deleted`, from now on; `?types=` chooses among them, separated by commas.',
    'api-stream-permission':
      'It needs `issues:read`, and the types of agents `agents:read` besides; without `types` come those that the token may hear.',
    'api-stream-ready': '`ready` comes first and names them.',
    'api-stream-issue':
      '`data` of an issue is the Issue as listed; it is updated by each new occurrence and each change of its status.',
    'api-stream-agent':
      '`agent.updated` has the Agent as listed: it was made, changed its mode, version or hostname, connected or disconnected.',
    'api-stream-deleted': '`agent.deleted` has its `id`.',
    'api-stream-readable': 'A message is sent when what it tells can be read.',
    'api-stream-resume':
      'With `Last-Event-ID` it goes on behind that message, at any replica and after a restart.',
    'api-stream-reset':
      'Where what came after it cannot be told (more than 10,000 events of issues, or an id that is not of this house), `reset` comes before `ready`: read the lists again.',
    'api-stream-ends':
      'It ends when its token is revoked or expires (within a second), when the process stops, and for who does not read it: connect again with `Last-Event-ID`.',
    'api-stream-many':
      'It counts as one request; a token has at most 16 at one process (429), all tokens 256 (503).',
  },
  untestable: {
    'Changes of one issue or agent that come close together may be one message, and one state may be told twice.':
      'says what clients must not rely on',
    'Nothing to tell for 15 s is a comment.':
      'needs a clock that can be set: a test beside the code does',
  },
};
