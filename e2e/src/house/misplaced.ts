import type { Answer, Asked, Client } from './client';

const get = (path: string): Asked => ({ method: 'GET', path });
const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body });
const yaml = (body: string): Asked => ({
  ...post('/v1/policies', body),
  type: 'application/yaml',
});

const inPath = (s: string): readonly Asked[] => [
  ...['agents', 'policies', 'events', 'issues', 'webhooks', 'deliveries'].flatMap((list) => [
    get(`/v1/${list}/${s}`),
    { method: 'PUT', path: `/v1/${list}/${s}/${s}` } as const,
  ]),
  ...[get(`/v1/webhooks/${s}/deliveries`), get(`/v1/issues/${s}/events`), get(`/v1/${s}`)],
  ...[get(`/${s}`), get(`/docs/${s}`), get(`/v1/%zz${s}`), get(`/v1/issues/${s.repeat(40)}`)],
  { method: 'DELETE', path: `/v1/tokens/${s}` },
  ...['rotate_secret', 'promote_secret'].map((step) => post(`/v1/webhooks/${s}/${step}`, s)),
];

const inQuery = (s: string): readonly Asked[] => [
  ...['severity', 'limit', 'since', 'cursor'].map((name) => get(`/v1/issues?${name}=${s}`)),
  ...['platform', 'status', 'limit'].map((name) => get(`/v1/agents?${name}=${s}`)),
  get(`/v1/events?agent_id=${s}&agent_id=${s}&token=${s}`),
];

const inBody = (s: string): readonly Asked[] => [
  ...[post('/v1/agents', { kind: s }), post('/v1/agents', `{"name": ${s}`)],
  post('/v1/agents', { name: 'a', os: 'b', kind: 'host', ip: s, labels: { [s]: s } }),
  post('/v1/agents', { name: 'a', os: 'b', kind: 'host', labels: { a: `?${s}`, [`?${s}`]: 'a' } }),
  { method: 'PATCH', path: '/v1/agents/agent_none', body: { mode: s } },
  { method: 'PATCH', path: '/v1/issues/issue_none', body: { status: s, until: s } },
  ...[post('/v1/tokens', { name: 'a', permissions: [s] }), post('/v1/tokens', `"${s}`)],
  post('/v1/tokens', { name: 'a', expires_at: s }),
  ...[yaml(`${s}: a`), yaml(`name: *${s}`), yaml(`name: &${s} a`), yaml(`name: !${s} a`)],
  ...[yaml(`name: a\ntype: ${s}\n`), yaml(`name: [${s}`), yaml(`--- ${s}\n--- b`), yaml(`%${s}`)],
  yaml(`name: a\ntype: allow\nrules:\n  - pattern: "${s}/?"\n`),
  post('/v1/policies', { name: 'a', type: 'allow', rules: [{ pattern: `?${s}`, [s]: s }] }),
  ...[post('/v1/webhooks', { url: s }), post('/v1/webhooks', { url: `ftp://a/${s}` })],
  post('/v1/webhooks', { url: 'https://a.example', format: s }),
  post('/v1/webhooks', { url: `https://user:${s}@a.example`, events: [s] }),
  ...[s, { [s]: s }, { min_severity: s }, { clusters: [s, s] }].map((filter) =>
    post('/v1/webhooks', { url: 'https://a.example', filter }),
  ),
  ...[s, { [`${s} `]: s }, { host: s }, { 'x-key': `${s}\n` }].map((headers) =>
    post('/v1/webhooks', { url: 'https://a.example', headers }),
  ),
];

const inHeaders = (s: string): readonly Asked[] => [
  { ...post('/v1/tokens', 'a'), type: s },
  { ...get('/v1/issues/issue_none'), headers: { accept: s, 'x-request-id': s, cookie: s } },
  { ...get('/v1/policies/policy_none'), headers: { 'if-match': s, 'if-none-match': s } },
  { ...yaml('name: a'), headers: { 'idempotency-key': s } },
  { ...post('/v1/tokens', { name: 5 }), headers: { 'content-encoding': s } },
];

const ofAgent = (s: string): readonly Asked[] => [
  { method: 'PUT', path: '/v1/events_v2', body: { kind: s, timestamp: s, verdict: s } },
  { method: 'PUT', path: '/v1/events_v2', body: `{"kind": ${s}` },
  { method: 'PUT', path: `/v1/events_v2?token=${s}`, body: {}, headers: { 'idempotency-key': s } },
  post('/v1/agent_heartbeat', { version: [s], hostname: s.repeat(40) }),
  post('/v1/integrations/falco', { rule: 5, [s]: s }),
  {
    ...post('/v1/integrations/tetragon', `{"process_exec": ${s}`),
    type: 'application/x-ndjson',
  },
  get(`/v1/integrations/${s}`),
];

/** Answers to requests that carry a secret where it has no business, none of which is taken. */
export async function misplace(
  secret: string,
  by: { readonly user: Client; readonly agent: Client },
): Promise<readonly Answer<unknown>[]> {
  const written = encodeURIComponent(secret);
  const answers: Answer<unknown>[] = [];
  for (const asked of [
    ...inPath(written),
    ...inQuery(written),
    ...inBody(secret),
    ...inHeaders(secret),
  ])
    answers.push(await by.user.send(asked));
  for (const asked of ofAgent(secret)) answers.push(await by.agent.send(asked));
  for (const scheme of ['Bearer', 'Basic', 'Token'])
    for (const path of ['/v1/issues', '/v1/agent_heartbeat'])
      answers.push(await by.user.as(null).get(path, { authorization: `${scheme} ${secret} x` }));
  return answers;
}
