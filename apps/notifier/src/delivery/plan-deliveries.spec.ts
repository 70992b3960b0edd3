import type { Webhook } from '@parapet/contracts';
import { planDeliveries, type PlanningContext } from './plan-deliveries';
import type { Transition } from './transition.collection';

const NOW = Date.parse('2026-06-01T00:00:00.000Z');
const DAY = 86_400_000;
const webhook = (over: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 'webhook_1', version: 1, made_by: [], url: 'https://receiver.example/' },
  ...{ events: ['issue.created'], description: '', enabled: true, secret_sealed: '' },
  ...{ from: [0, 0, 0], created_at: '', updated_at: '', since: '', disabled_reason: null },
  ...over,
});
const transition = (over: Partial<Transition> = {}): Transition => ({
  ...{ id: 'issues/1/10', kind: 'issue.created', issue_id: 'issue_1', version: 1 },
  ...{ title: 'T', severity: 'high', verdict: 'blocked', time: '2026-05-31T23:59:59.000Z' },
  ...over,
});
let facts = 0;
const context = (webhooks: readonly Webhook[], believed: number | null): PlanningContext => ({
  webhooks,
  publicUrl: 'https://parapet.example',
  now: NOW,
  believed,
  firstDelayMs: 0,
  newFact: () => ({ id: `fact_${(facts += 1)}`, time: '', actor: 'notifier', cause: 'fact_0' }),
});
const plan = (webhooks: readonly Webhook[], t = transition(), believed: number | null = NOW) => [
  ...planDeliveries(t, { topic: 'issues', partition: 1, offset: 10 }, context(webhooks, believed)),
];

test('rule 14: the body is rendered once, when it is planned, with the time of the fact', () => {
  const [event] = plan([webhook()]);
  expect(event?.data).toMatchObject({
    ...{ webhook_id: 'webhook_1', issue_id: 'issue_1', event: 'issue.created' },
    next_at: '2026-06-01T00:00:00.000Z',
  });
  expect(event?.data.body).toBe(
    '{"event":"issue.created","timestamp":"2026-05-31T23:59:59.000Z","issue":{"id":"issue_1","title":"T",' +
      '"severity":"high","verdict":"blocked","url":"https://parapet.example/issues/issue_1"}}',
  );
});

test('each webhook gets it in its own format', () => {
  const bodies = plan([
    webhook({ id: 'webhook_1', format: 'slack' }),
    webhook({ id: 'webhook_2' }),
  ]);
  expect(bodies.map(({ data }) => Object.keys(JSON.parse(data.body) as object))).toEqual([
    ['attachments'],
    ['event', 'timestamp', 'issue'],
  ]);
});

test('rule 14: planned again it has the same id; another webhook, event or version has another', () => {
  const id = (w: Partial<Webhook> = {}, t: Partial<Transition> = {}) =>
    plan([webhook(w)], transition(t))[0]?.data.delivery_id;
  const reopened = { events: ['issue.reopened'], from: [] } as const;
  expect(id()).toBe(id());
  expect(id()).toMatch(/^delivery_/);
  const all = [
    id(),
    id({ id: 'webhook_2' }),
    id({}, { issue_id: 'issue_2' }),
    id(reopened, { kind: 'issue.reopened', version: 3 }),
    id(reopened, { kind: 'issue.reopened', version: 5 }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('rule 14: what a version of before has planned has the same id: an upgrade sends nothing a second time', () => {
  const all = { events: ['issue.created', 'issue.reopened'], from: [] } as const;
  const idOf = (t?: Transition) => plan([webhook(all)], t)[0]?.data.delivery_id;
  expect(idOf()).toBe('delivery_hVRGeWZv2SHuFSIU4Mw-TrhHZf-');
  expect(idOf(transition({ kind: 'issue.reopened', version: 3 }))).toBe(
    'delivery_bPhcl3ipy4SwqUo3vHdtPveQ7H7',
  );
});

test('every enabled webhook that asked for the event gets one', () => {
  const webhooks = [
    webhook({ id: 'webhook_1' }),
    webhook({ id: 'webhook_2', enabled: false }),
    webhook({ id: 'webhook_3', events: ['issue.resolved'] }),
    webhook({ id: 'webhook_4', events: ['issue.created', 'issue.resolved'] }),
  ];
  expect(plan(webhooks).map((e) => e.data.webhook_id)).toEqual(['webhook_1', 'webhook_4']);
});

test('a webhook with a filter gets one for the issues that pass it', () => {
  const webhooks = [
    webhook({ id: 'webhook_1', filter: { min_severity: 'high', clusters: ['production'] } }),
    webhook({ id: 'webhook_2', filter: {} }),
    webhook({ id: 'webhook_3', filter: { verdicts: ['detected'] } }),
  ];
  const told = (cluster: string) =>
    plan(webhooks, transition({ context: { cluster } })).map((e) => e.data.webhook_id);
  expect(told('production')).toEqual(['webhook_1', 'webhook_2']);
  expect(told('staging')).toEqual(['webhook_2']);
});

test('rule 15: a webhook gets facts from its creation or enabling on, in each partition', () => {
  expect(plan([webhook({ from: [99, 10, 99] })])).toHaveLength(1);
  expect(plan([webhook({ from: [0, 11, 0] })])).toHaveLength(0);
});

test('rule 15: a fact older than deliveries are kept is never planned, by the time that is believed', () => {
  const ago = (days: number): string => new Date(NOW - days * DAY).toISOString();
  expect(plan([webhook()], transition({ time: ago(89) }))).toHaveLength(1);
  expect(plan([webhook()], transition({ time: ago(91) }))).toHaveLength(0);
  expect(plan([webhook()], transition({ time: ago(91) }), null)).toHaveLength(1);
  expect(plan([webhook()], transition({ time: ago(91) }), NOW - 2 * DAY)).toHaveLength(1);
});

test('rule 15: a fact that is appended again is told to those who were there when it happened', () => {
  const told = (since: number) =>
    plan([webhook({ from: [0, since, 0] })], transition({ first: 4 }));
  expect([told(4), told(5)].map((deliveries) => deliveries.length)).toEqual([1, 0]);
});

describe('an issue that comes to pass a filter later', () => {
  const raised = { kind: null, severity: 'critical', version: 3 } as const;
  const before = [{ severity: 'high', verdict: 'blocked' }] as const;
  const told = (over: Partial<Webhook>, t: Partial<Transition> = {}) =>
    plan([webhook(over)], transition({ ...raised, before, ...t })).map((e) => e.data);
  const severe = { filter: { min_severity: 'critical' } } as const;

  test('is told as created then, as it is then', () => {
    const [data] = told(severe);
    expect(data?.event).toBe('issue.created');
    expect(JSON.parse(data?.body ?? '')).toMatchObject({
      event: 'issue.created',
      issue: { severity: 'critical' },
    });
  });

  test('is not told where it passed before, where it does not pass, and where nobody asked for new ones', () => {
    expect(told({})).toEqual([]);
    expect(told({ filter: { min_severity: 'high' } })).toEqual([]);
    expect(told({ filter: { ...severe.filter, verdicts: ['detected'] } })).toEqual([]);
    expect(told({ ...severe, events: ['issue.resolved'] })).toEqual([]);
    expect(told({ ...severe, from: [0, 11, 0] })).toEqual([]);
  });

  test('is one delivery with the one of its creation', () => {
    const created = plan([webhook(severe)], transition({ severity: 'critical' }));
    expect(told(severe)[0]?.delivery_id).toBe(created[0]?.data.delivery_id);
  });

  test('is told once where it is opened again by the same fact: as that to who asked for it', () => {
    const kindOf = (events: Webhook['events']) =>
      told({ ...severe, events }, { kind: 'issue.reopened' }).map(({ event }) => event);
    expect(kindOf(['issue.created', 'issue.reopened'])).toEqual(['issue.reopened']);
    expect(kindOf(['issue.created'])).toEqual(['issue.created']);
  });
});
