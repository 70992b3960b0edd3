import { randomBytes } from 'node:crypto';
import { connection, newAgent, unique } from './actors';
import type { Client } from './client';
import { type Collector, type ToldSpan, wayUp } from './collector';
import { eventually } from './eventually';
import { openReceiver, type Received } from './receiver';

/** One observation that made an issue that a webhook was told of, and what was told of its trace. */
export interface Followed {
  readonly spans: readonly ToldSpan[];
  /** From the attempt of the webhook up to the request; see `wayUp`. */
  readonly way: readonly string[];
  /** The span that the client said it began. */
  readonly begunBy: string | undefined;
  readonly clientSpan: string;
  /** What the webhook got. */
  readonly request: Received;
  /** What must be in no span. */
  readonly secrets: readonly string[];
}

/** Sends an observation with a `traceparent` and waits until all that came of it was told to the collector. */
export async function follow(admin: Client, collector: Collector): Promise<Followed> {
  const receiver = await openReceiver();
  const path = `/${unique('hook')}`;
  const hook = { url: `${receiver.url}${path}`, events: ['issue.created'] };
  expect((await admin.post('/v1/webhooks', hook)).status).toBe(201);
  const agent = await newAgent(admin);
  const [traceId, clientSpan] = [16, 8].map((bytes) => randomBytes(bytes).toString('hex'));
  const query = unique('query');
  const domain = `${unique('traced')}.example.com`;
  const answer = await agent.client.send({
    ...{ method: 'PUT', path: `/v1/events_v2?said=${query}`, body: connection(domain) },
    headers: { traceparent: `00-${traceId}-${clientSpan}-01`, 'x-said': query },
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const request = await eventually(() => receiver.at(path)[0]);
  const spans = await eventually(() => {
    const told = collector.spans(traceId);
    const { begunBy } = wayUp(told, 'POST webhook');
    return begunBy === clientSpan && told;
  });
  const secrets = [agent.token, query, domain, path, 'traceparent'];
  return {
    ...{ spans, ...wayUp(spans, 'POST webhook') },
    ...{ clientSpan: clientSpan ?? '', request, secrets },
  };
}

/** What holds wherever a trace goes. */
export function expectSaysNothingSecret(collector: Collector, followed: Followed): void {
  const { request, secrets, spans } = followed;
  const text = collector.text();
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(Object.keys(request.headers)).not.toContain('traceparent');
  const server = spans.find(({ name }) => name === 'PUT /v1/events_v2');
  expect(server?.facts).toMatchObject({
    ...{ 'http.request.method': 'PUT', 'http.route': '/v1/events_v2' },
    ...{ 'http.response.status_code': 201, 'url.path': '/v1/events_v2' },
  });
}
