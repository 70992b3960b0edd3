import { join } from 'node:path';
import { connection, issueAbout, newAgent, record, recordNew, walk } from '../house/actors';
import type { Client } from '../house/client';
import { eventually, holds } from '../house/eventually';
import { openOwnHouse, type OwnHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import type { Delivery, Webhook } from '../house/shapes';

jest.setTimeout(120_000);

let house: OwnHouse;
let receiver: Receiver;
beforeAll(async () => {
  // What failed is not tried again within the test.
  house = await openOwnHouse({ env: { WEBHOOK_SCHEDULE: '0s,1h' } });
  receiver = await openReceiver((r) => ({ status: r.path === '/failing' ? 500 : 200 }));
});

interface Named {
  readonly id: string;
  /** Moves by asking: at most once a minute. */
  readonly last_used?: unknown;
}

/** Everything that the API says, list by list and one by one. */
async function everything(admin: Client): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const list of ['issues', 'events', 'policies', 'agents', 'webhooks']) {
    const items = await walk<Named>(admin, `/v1/${list}?limit=7`);
    all[list] = items;
    for (const { id } of items) all[id] = (await admin.get(`/v1/${list}/${id}`)).body;
    if (list === 'issues')
      for (const { id } of items)
        all[`${id} events`] = await walk(admin, `/v1/issues/${id}/events`);
    if (list === 'webhooks')
      for (const { id } of items)
        all[`${id} deliveries`] = await walk(admin, `/v1/webhooks/${id}/deliveries`);
  }
  const tokens = await walk<Named>(admin, '/v1/tokens');
  all['tokens'] = tokens.map(({ last_used: _, ...token }) => token);
  return all;
}

const policy = (pattern: string): string =>
  `name: ${pattern}\ntype: allow\nscope: global\nrules:\n  - pattern: ${pattern}\n`;

/** Something of every kind, also changed, deleted, resolved and failed. */
async function live(): Promise<void> {
  const { admin } = house;
  for (const path of ['/told', '/failing'])
    await admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path });
  const gone = await admin.post<Webhook>('/v1/webhooks', { url: `${receiver.url}/gone` });
  await admin.delete(`/v1/webhooks/${gone.body.id}`);
  const agents = [await newAgent(admin), await newAgent(admin, { labels: { cluster: 'c' } })];
  await admin.delete(`/v1/agents/${(await newAgent(admin)).id}`);
  await admin.patch(`/v1/agents/${agents[1]?.id}`, { mode: 'enforce' });
  await admin.post('/v1/tokens', { name: 'kept', permissions: ['issues:read'] });
  for (const agent of agents)
    for (let i = 0; i < 30; i += 1) {
      const body = connection(`d${i % 5}.example.com`, { i });
      await recordNew(agent, body);
      if (i % 3 === 0) await record(agent, { ...body, verdict: 'blocked' });
    }
  const issue = await issueAbout(admin, 'd1.example.com');
  await admin.patch(`/v1/issues/${issue.id}`, { status: 'acknowledged', reason: 'seen' });
  const made = await admin.yaml<Named>('POST', '/v1/policies', policy('d2.example.com'));
  await admin.yaml('PUT', `/v1/policies/${made.body.id}`, policy('d3.example.com'));
  const dropped = await admin.yaml<Named>('POST', '/v1/policies', policy('d4.example.com'));
  await admin.delete(`/v1/policies/${dropped.body.id}`);
  await eventually(() => receiver.at('/told').length === 10);
  const hooks = await walk<Webhook>(admin, '/v1/webhooks');
  const told = hooks.find((hook) => hook.url.endsWith('/told'));
  await eventually(async () => {
    const all = await walk<Delivery>(admin, `/v1/webhooks/${told?.id}/deliveries`);
    return all.filter((delivery) => delivery.status === 'succeeded').length === 10;
  });
}

test('rebuild: the API answers the same afterwards and no webhook is sent again', async () => {
  await live();
  // Started anew, so that nothing is under way while it is asked.
  await house.stop();
  await house.start();
  await holds(async () => {
    const first = JSON.stringify(await everything(house.admin));
    expect(JSON.stringify(await everything(house.admin))).toBe(first);
  }, 20_000);
  const before = await everything(house.admin);
  const told = receiver.at('/told').map((request) => request.body);
  await house.stop();

  const { code, output } = await house.rebuild();
  expect([code, output]).toEqual([0, expect.any(String)]);

  await house.start();
  const after = await everything(house.admin);
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());

  // A new issue is told: whatever the senders had to say they said before it.
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection('after-the-rebuild.example.com'));
  await eventually(() => receiver.at('/told').length > told.length);
  expect(
    receiver
      .at('/told')
      .map((request) => request.body)
      .slice(0, -1),
  ).toEqual(told);
});

test('the same observation is still known after a rebuild: 202', async () => {
  const agent = await newAgent(house.admin);
  const body = connection('known.example.com');
  const id = await recordNew(agent, body);
  await house.stop();
  expect((await house.rebuild()).code).toBe(0);
  await house.start();
  const again = await record(agent, body);
  expect([again.status, again.body]).toEqual([202, { id, status: 'updated' }]);
});

test.each(['ingest.observations', 'detection.issue-list', 'notifier.deliveries'])(
  'rule 22: a rebuild that is killed in the middle of %s is ended by the next start, and no webhook is sent again',
  async (projection) => {
    await holds(async () => {
      const first = JSON.stringify(await everything(house.admin));
      expect(JSON.stringify(await everything(house.admin))).toBe(first);
    }, 20_000);
    const before = await everything(house.admin);
    const told = receiver.at('/told').length;
    await house.stop();
    const killed = await house.rebuild({
      env: { CRASH_AT: `between-consume-and-commit@${projection}:1` },
      nodeArguments: ['--require', join(__dirname, '../crash/preload.cjs')],
    });
    expect(killed.code).toBe('SIGKILL');
    // It is not ready before all is there again.
    await house.start();
    expect(await everything(house.admin)).toEqual(before);
    // A new issue is told: whatever the senders had to say they said before it.
    await recordNew(await newAgent(house.admin), connection(`${projection}.example.com`));
    await eventually(() => receiver.at('/told').length > told);
    expect(receiver.at('/told')).toHaveLength(told + 1);
  },
);
