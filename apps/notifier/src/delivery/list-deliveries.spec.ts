import { isoTime } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { issueCreated } from '../testing/issue-facts';
import { LOOPBACK, notifierHouse, type NotifierHouse } from '../testing/notifier-house';
import { inOrder, ok, openReceiver, type Receiver, status } from '../testing/receiver';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';

let notifier: NotifierHouse;
let there: Receiver;
let path: string;
/** By status: three that were given up, a test among them, and one that succeeded, in this order. */
beforeAll(async () => {
  notifier = await notifierHouse({ ...LOOPBACK, webhookScheduleMs: [0] });
  there = await openReceiver(inOrder(status(500), status(500), status(500), ok));
  const { id } = await notifier.addWebhook(there.url);
  path = `/v1/webhooks/${id}/deliveries`;
  for (const issue of ['issue_1', 'issue_2']) {
    await notifier.house.append('issues', issue, issueCreated(issue));
    await notifier.deliveries(id, (d) => d[0]?.status === 'given_up');
  }
  await notifier.ask('POST', `/v1/webhooks/${id}/test`);
  await notifier.house.append('issues', 'issue_3', issueCreated('issue_3'));
  await notifier.deliveries(id, (d) => d[0]?.status === 'succeeded');
});
afterAll(async () => {
  await notifier.close();
  await there.close();
});

interface Listed {
  readonly issue_id: string;
  readonly created_at: string;
}
const list = async (query: string) => {
  const { status: code, body } = await notifier.ask('GET', `${path}?${query}`);
  const { next_cursor } = (body['pagination'] ?? {}) as { next_cursor?: string | null };
  return { code, body, data: (body['data'] ?? []) as readonly Listed[], next: next_cursor };
};
const issues = async (query: string): Promise<readonly string[]> =>
  (await list(query)).data.map((d) => d.issue_id);

test('by status, by event, and by both', async () => {
  expect(await issues('')).toEqual(['issue_3', 'issue_test', 'issue_2', 'issue_1']);
  expect(await issues('status=given_up')).toEqual(['issue_test', 'issue_2', 'issue_1']);
  expect(await issues('event=issue.created')).toEqual(['issue_3', 'issue_2', 'issue_1']);
  expect(await issues('status=given_up&event=issue.created')).toEqual(['issue_2', 'issue_1']);
  expect(await issues('status=pending')).toEqual([]);
});

test('after a time, and up to another', async () => {
  const [, , second, first] = (await list('')).data;
  const at = second?.created_at ?? '';
  expect(await issues(`since=${at}`)).toEqual(['issue_3', 'issue_test']);
  expect(await issues(`until=${at}`)).toEqual(['issue_2', 'issue_1']);
  expect(await issues(`since=${first?.created_at}&until=${at}&status=given_up`)).toEqual([
    'issue_2',
  ]);
});

test('page by page, with a cursor that belongs to the filters', async () => {
  const filters = 'status=given_up&event=issue.created';
  const { data, next } = await list(`${filters}&limit=1`);
  expect(data.map((d) => d.issue_id)).toEqual(['issue_2']);
  expect(await issues(`${filters}&limit=1&cursor=${next}`)).toEqual(['issue_1']);
  for (const others of ['status=given_up', 'event=issue.created', 'status=succeeded'])
    expect(await list(`${others}&cursor=${next}`)).toMatchObject({
      ...{ code: 400, body: { error: { code: 'invalid_cursor' } } },
    });
});

test('a page of long responses ends at about 8 MiB, or one request is too much for the memory', async () => {
  const { id } = await notifier.addWebhook(there.url);
  const attempt = {
    ...{ number: 1, started_at: '2026-01-01T00:00:00.000Z', duration_ms: 1, status: 404 },
    ...{ error: 'status', message: '', response: 'x'.repeat(16_384), address: null },
  };
  const rows = Array.from({ length: 80 }, (_, i): StoredDelivery => ({
    ...{ id: `delivery_long_${i}`, webhook_id: id, issue_id: 'issue_1', event: 'issue.created' },
    ...{ body: '{}', status: 'given_up', created_at: isoTime(i) },
    ...{ next_at: null, attempts: Array(10).fill(attempt), tries: 10, applied: 0 },
  }));
  const store = notifier.house.app.get(ReadModel);
  await store.write(
    DELIVERIES,
    rows.map((row) => ({ id: row.id, insert: row })),
  );
  const { body } = await notifier.ask('GET', `/v1/webhooks/${id}/deliveries?limit=1000`);
  expect(body).toMatchObject({ pagination: { has_more: true } });
  expect((body['data'] as unknown[]).length).toBeLessThan(60);
});

test.each([
  ['status=failed', 'status must be one of pending, succeeded, given_up'],
  ['event=created', 'event must be one of issue.created'],
  ['status=pending&status=pending', 'status must be given once'],
  ['since=yesterday', 'since must be an RFC 3339 timestamp'],
])('%s is answered 400: %s', async (query, sentence) => {
  const { code, body } = await list(query);
  expect([code, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
});
