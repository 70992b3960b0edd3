import { agentGoesSilent, fallSilent } from '../house/agent-goes-silent';
import { holds } from '../house/eventually';
import { openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Issue, Page } from '../house/shapes';

const AFTER_MS = 500;

// proves: api-agent-silent, api-agent-silent-event
test('an agent that falls silent, twice, with a rebuild in between, is one issue that webhooks are told of', async () => {
  const house = await openOwnHouse({
    env: { AGENT_TIMEOUT: `${AFTER_MS}ms`, AGENT_SILENT_AFTER: `${AFTER_MS}ms` },
  });
  const receiver = await openReceiver();
  const events = ['issue.created', 'issue.reopened'];
  for (const min_severity of ['high', 'critical']) {
    const url = `${receiver.url}/${min_severity}`;
    await house.admin.post('/v1/webhooks', { url, events, filter: { min_severity } });
  }
  const told = (path: string): string[] =>
    receiver.at(path).map(({ body }) => (JSON.parse(body) as { event: string }).event);

  const agent = await agentGoesSilent(house.admin, AFTER_MS);
  const { body } = await house.admin.get<Page<Issue>>('/v1/issues');
  const [{ id } = { id: '' }, ...others] = body.data;
  expect(others).toEqual([]);
  await holds(() => expect(told('/high')).toEqual(['issue.created']));

  await house.admin.patch(`/v1/issues/${id}`, { status: 'resolved' });
  await house.stop();
  expect((await house.rebuild()).code).toBe(0);
  await house.start();

  const again = await fallSilent(house.admin, agent, { silences: 2, afterMs: AFTER_MS });
  expect(again).toMatchObject({ id, status: 'open' });
  await holds(() => expect(told('/high')).toEqual(['issue.created', 'issue.reopened']));
  expect(told('/critical')).toEqual([]);
  await house.close();
});
