import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import { generalError, type Issue, type Webhook } from '../house/shapes';

jest.setTimeout(60_000);

let house: House;
let receiver: Receiver;
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver();
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

  // proves: api-filter, api-filter-then, api-filter-no-cluster, api-webhook-replaces
  test('each lets through what it says, judged at each event as the issue is then', async () => {
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
        '/severe': ['issue.created high', 'issue.resolved medium'],
        '/blocked': ['issue.created medium'],
        '/vanilla': ['issue.created medium', 'issue.resolved medium'],
        '/cluster': ['issue.created high'],
        '/both': ['issue.resolved medium'],
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
