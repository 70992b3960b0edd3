import { randomUUID } from 'node:crypto';
import type { Answer, Client } from './client';
import { eventually } from './eventually';
import type { Issue, IssueInFull, LineResult, Page, Recorded } from './shapes';

/** An agent that can speak: its id, its token and a client that carries it. */
export interface TestAgent {
  readonly id: string;
  readonly token: string;
  readonly client: Client;
}

/** A word that no other test uses, so that tests can share a house. */
export const unique = (word = 'x'): string => `${word}-${randomUUID().slice(0, 13)}`;

/** Creates an agent through the API. */
export async function newAgent(admin: Client, body: object = {}): Promise<TestAgent> {
  const answer = await admin.post<{ id: string; token: string }>('/v1/agents', {
    name: unique('agent'),
    os: 'linux',
    kind: 'kubernetes',
    ...body,
  });
  expect(answer.status).toBe(201);
  const { id, token } = answer.body;
  return { id, token, client: admin.as(token) };
}

let ticks = 0;
const began = Date.now();

/** A timestamp a little in the past that no other observation of this process has. */
export const nextTimestamp = (): string => new Date(began - 60_000 + ticks++).toISOString();

/** An observation of an outgoing connection; `metadata` is merged over the usual one. */
export function connection(destination: string, metadata: object = {}): Record<string, unknown> {
  return {
    kind: 'network_connection',
    timestamp: nextTimestamp(),
    metadata: {
      destination,
      destination_ip: '203.0.113.9',
      port: 443,
      protocol: 'tcp',
      process: { pid: 4211, executable: '/usr/bin/curl', command: 'curl', args: ['-s'] },
      ...metadata,
    },
    verdict: 'detected',
  };
}

/** PUT /v1/events_v2. */
export const record = (agent: TestAgent, body: unknown): Promise<Answer<Recorded>> =>
  agent.client.put<Recorded>('/v1/events_v2', body);

/** Posts lines; what is no text is written as JSON. */
export function sendLines(
  client: Client,
  path: string,
  lines: readonly unknown[],
  headers: Record<string, string> = {},
): Promise<Answer<{ readonly results: readonly LineResult[] }>> {
  const text = (line: unknown): string => (typeof line === 'string' ? line : JSON.stringify(line));
  const body = lines.map(text).join('\n');
  return client.send({ method: 'POST', path, body, type: 'application/x-ndjson', headers });
}

/** POST /v1/events_v2/batch. */
export const recordAll = (
  { client }: Pick<TestAgent, 'client'>,
  lines: readonly unknown[],
  headers?: Record<string, string>,
): ReturnType<typeof sendLines> => sendLines(client, '/v1/events_v2/batch', lines, headers);

/** Sends an observation that must be new; answers its id. */
export async function recordNew(agent: TestAgent, body: unknown): Promise<string> {
  const answer = await record(agent, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

/** Every item of a list, page by page. `path` holds the filters and the limit. */
export async function walk<T>(
  client: Client,
  path: string,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<T[]> {
  const items: T[] = [];
  let cursor = '';
  for (;;) {
    const answer = await client.get<Page<T>>(path + cursor);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const { data, pagination } = answer.body;
    items.push(...data);
    if (!pagination.has_more) return items;
    expect(pagination.next_cursor).toEqual(expect.any(String));
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(String(pagination.next_cursor))}`;
    await between();
  }
}

/** Waits for the issue about a domain, one of the newest hundred: a longer page costs whoever is to make it. Answers its list form. */
export const issueAbout = (client: Client, domain: string): Promise<Issue> =>
  eventually(async () => {
    const { body } = await client.get<Page<Issue>>('/v1/issues?limit=100');
    return body.data.find((issue) => issue.details['domain'] === domain);
  });

/** GET /v1/issues/{id}. */
export async function issueInFull(client: Client, id: string): Promise<IssueInFull> {
  const answer = await client.get<IssueInFull>(`/v1/issues/${id}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
