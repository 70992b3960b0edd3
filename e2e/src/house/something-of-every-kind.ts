import { connection, issueAbout, newAgent, record, recordNew, walk } from './actors';
import type { Client } from './client';
import { eventually } from './eventually';
import type { Receiver } from './receiver';
import type { Delivery, Webhook } from './shapes';

const policy = (pattern: string): string =>
  `name: ${pattern}\ntype: allow\nscope: global\nrules:\n  - pattern: ${pattern}\n`;

/** Where everybody may go once there is something of every kind. */
export const ALLOWED = 'd3.example.com';

/** What all that is told here passes, and what it is told with. */
const CHOSEN = {
  filter: { min_severity: 'low', platforms: ['kubernetes'] },
  headers: { 'X-Api-Key': 'of-the-receiver' },
};

/**
 * Makes something of every kind, also changed, deleted, resolved and failed. The receiver must refuse what comes to `/failing`.
 * Resolves when what can be told was told.
 */
export async function somethingOfEveryKind(admin: Client, receiver: Receiver): Promise<void> {
  for (const path of ['/told', '/failing'])
    await admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path, ...CHOSEN });
  const turned = await admin.post<Webhook>('/v1/webhooks', {
    ...{ url: `${receiver.url}/turned`, enabled: false },
  });
  for (const step of ['rotate_secret', 'promote_secret', 'rotate_secret'])
    await admin.post(`/v1/webhooks/${turned.body.id}/${step}`);
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
  // Before there are policies: what is judged late would be judged by them.
  await eventually(() => receiver.at('/told').length >= 10);
  const issue = await issueAbout(admin, 'd1.example.com');
  await admin.patch(`/v1/issues/${issue.id}`, { status: 'acknowledged', reason: 'seen' });
  const made = await admin.yaml<{ id: string }>('POST', '/v1/policies', policy('d2.example.com'));
  await admin.yaml('PUT', `/v1/policies/${made.body.id}`, policy(ALLOWED));
  const dropped = await admin.yaml<{ id: string }>(
    'POST',
    '/v1/policies',
    policy('d4.example.com'),
  );
  await admin.delete(`/v1/policies/${dropped.body.id}`);
  const hooks = await walk<Webhook>(admin, '/v1/webhooks');
  const told = hooks.find((hook) => hook.url.endsWith('/told'));
  await eventually(async () => {
    const all = await walk<Delivery>(admin, `/v1/webhooks/${told?.id}/deliveries`);
    return all.filter((delivery) => delivery.status === 'succeeded').length === 10;
  });
}
