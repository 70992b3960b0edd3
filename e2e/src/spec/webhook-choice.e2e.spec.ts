import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Received, type Receiver } from '../house/receiver';
import { type Delivery, generalError, type Issue, type Page, type Webhook } from '../house/shapes';

/** A value that may be seen by the receiver alone. */
const KEY = unique('k3y');
const HEADERS = { Authorization: `Bearer ${KEY}`, 'X-Api-Key': KEY };

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver(({ headers }) => ({
    status: 200,
    body: `you said ${headers.authorization ?? 'nothing'}`,
  }));
});

async function hook(path: string, more: object = {}): Promise<Webhook> {
  const body = { url: receiver.url + path, ...more };
  const answer = await house.admin.post<Webhook>('/v1/webhooks', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

const change = (webhook: Webhook, body: object) =>
  house.admin.patch<Webhook>(`/v1/webhooks/${webhook.id}`, body);

/** What is told of the issues at a path, as `<event> <name of the issue>`, in no order. */
const toldAt = (path: string, issues: Readonly<Record<string, Issue>>): readonly string[] =>
  receiver.at(path).flatMap(({ body }) => {
    const { event, issue } = JSON.parse(body) as { event: string; issue: { id: string } };
    const found = Object.entries(issues).filter(([, { id }]) => id === issue.id);
    return found.map(([name]) => `${event} ${name}`);
  });

describe('filters of webhooks', () => {
  const cluster = unique('cluster');
  const events = ['issue.created', 'issue.resolved'];
  const FILTERS: readonly (readonly [string, object])[] = [
    ['/all', {}],
    ['/severe', { min_severity: 'high' }],
    ['/blocked', { verdicts: ['blocked'] }],
    ['/vanilla', { platforms: ['vanilla', 'github_actions'] }],
    ['/cluster', { clusters: ['elsewhere', cluster] }],
    ['/both', { min_severity: 'high', platforms: ['vanilla'] }],
  ];

  // proves: api-filter, api-filter-then, api-filter-later, api-filter-no-cluster, api-webhook-replaces
  test('each lets through what it says, judged at each event as the issue is then, and tells of what passes later', async () => {
    const there = await newAgent(house.admin, { labels: { cluster } });
    const alone = await newAgent(house.admin, { kind: 'vanilla' });
    const both = new Map<string, Webhook>();
    for (const [path, filter] of FILTERS) both.set(path, await hook(path, { filter, events }));
    const [high, medium] = [`${unique()}.example.com`, `${unique()}.example.com`];
    await recordNew(there, connection(high));
    await recordNew(alone, { ...connection(medium), verdict: 'blocked' });
    const issues = {
      high: await issueAbout(house.admin, high),
      medium: await issueAbout(house.admin, medium),
    };
    // What was blocked and medium is seen again: high, and only detected.
    await recordNew(alone, connection(medium));
    await eventually(async () => (await issueAbout(house.admin, medium)).severity === 'high');
    await house.admin.patch(`/v1/issues/${issues.medium.id}`, { status: 'resolved' });
    await holds(async () => {
      const told = FILTERS.map(([path]) => [path, toldAt(path, issues).toSorted()]);
      expect(Object.fromEntries(told)).toEqual({
        '/all': ['issue.created high', 'issue.created medium', 'issue.resolved medium'],
        '/severe': ['issue.created high', 'issue.created medium', 'issue.resolved medium'],
        '/blocked': ['issue.created medium'],
        '/vanilla': ['issue.created medium', 'issue.resolved medium'],
        '/cluster': ['issue.created high'],
        '/both': ['issue.created medium', 'issue.resolved medium'],
      });
    });
    const replaced = { filter: { clusters: [cluster] } };
    const other = both.get('/both');
    const answer = other && (await change(other, replaced));
    expect(answer).toMatchObject({ status: 200, body: { ...replaced, events } });
    await house.admin.patch(`/v1/issues/${issues.high.id}`, { status: 'resolved' });
    await eventually(() => toldAt('/both', issues).includes('issue.resolved high'));
  });

  // proves: api-filter-refused, api-unknown-refused
  test.each([
    [null],
    [[]],
    [{ min_severity: 'urgent' }],
    [{ min_severity: null }],
    [{ verdicts: [] }],
    [{ verdicts: ['blocked', 'blocked'] }],
    [{ platforms: ['windows'] }],
    [{ clusters: [''] }],
    [{ severity: 'high' }],
  ])('filter %j is refused: 400', async (filter) => {
    const answer = await house.admin.post('/v1/webhooks', { url: receiver.url, filter });
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });
});

describe('headers of webhooks', () => {
  const tested = (webhook: Webhook) =>
    house.admin.post<{ attempt: { response: string } }>(`/v1/webhooks/${webhook.id}/test`);
  const last = (path: string): Received | undefined => receiver.at(path).at(-1);
  const SENT = { authorization: `Bearer ${KEY}`, 'x-api-key': KEY };

  // proves: api-headers, api-headers-secret, api-headers-echoed, api-webhook-replaces, api-headers-url
  test('are sent with tests and redeliveries, shown nowhere, replaced as a whole', async () => {
    const made = await hook('/keyed', { headers: HEADERS });
    expect(made).toMatchObject({ header_names: ['authorization', 'x-api-key'] });
    const { attempt } = (await tested(made)).body;
    expect(attempt.response).toBe('you said [redacted]');
    expect(last('/keyed')?.headers).toMatchObject({ ...SENT, 'content-type': 'application/json' });
    const { data } = (await house.admin.get<Page<Delivery>>(`/v1/webhooks/${made.id}/deliveries`))
      .body;
    await house.admin.post(`/v1/deliveries/${data[0]?.id}/redeliver`);
    await eventually(() => receiver.at('/keyed').length === 2);
    expect(last('/keyed')?.headers).toMatchObject(SENT);
    const moved = await change(made, { url: `${receiver.url}/moved` });
    expect([moved.status, moved.body]).toEqual([400, generalError('bad_request')]);
    for (const path of ['/v1/webhooks', `/v1/webhooks/${made.id}`, '/v1/audit?limit=100'])
      expect([path, (await house.admin.get(path)).text.includes(KEY)]).toEqual([path, false]);
    const replaced = await change(made, { url: `${receiver.url}/moved`, headers: { 'X-B': 'b' } });
    expect(replaced).toMatchObject({ status: 200, body: { header_names: ['x-b'] } });
    await tested(made);
    expect(last('/moved')?.headers).toMatchObject({ 'x-b': 'b' });
    expect(last('/moved')?.headers).not.toHaveProperty('x-api-key');
    expect(await change(made, { headers: {} })).toMatchObject({ body: { header_names: [] } });
    await tested(made);
    expect(last('/moved')?.headers).not.toHaveProperty('x-b');
  });

  // proves: api-headers-bounds, api-headers-reserved
  test.each([
    ['content-type', { 'Content-Type': 'text/plain' }],
    ['a signature of ours', { 'X-Service-Signature': 'sha256=00' }],
    ['a signature of Standard Webhooks', { 'webhook-signature': 'v1,00' }],
    ['another host', { Host: 'a.example' }],
    ['another end', { 'Transfer-Encoding': 'chunked' }],
    ['another length', { 'Content-Length': '0' }],
    ['another origin', { 'X-Forwarded-For': '127.0.0.1' }],
    ['a cookie', { Cookie: 'a=b' }],
    ['one that is ours in disguise', { webhook_id: 'delivery_1' }],
    ['a name of two words', { 'X Key': 'a' }],
    ['a long name', { ['x'.repeat(65)]: 'a' }],
    ['two names that differ in case', { 'X-Key': 'a', 'x-key': 'b' }],
    ['the end of a line', { 'X-Key': 'a\r\nHost: b' }],
    ['a letter beyond ASCII', { 'X-Key': 'é' }],
    ['a long value', { 'X-Key': 'x'.repeat(1025) }],
    ['a number', { 'X-Key': 5 }],
    ['many', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, 'a']))],
  ])('%s is refused: 400', async (_, headers) => {
    const answer = await house.admin.post('/v1/webhooks', { url: receiver.url, headers });
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
    expect(answer.text).toMatch(/headers: /);
  });
});
