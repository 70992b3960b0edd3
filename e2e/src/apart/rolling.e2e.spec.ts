import { connection, newAgent, type TestAgent, walk } from '../house/actors';
import { holds } from '../house/eventually';
import type { ListedEvent } from '../house/shapes';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import { type Answered, askTwice, type Stream, stream } from './steady-client';

let house: OwnDeployment;
let agent: TestAgent;
beforeAll(async () => {
  // The registry may have one replica only where nobody rolls it.
  house = await openOwnDeployment({ replicas: { registry: 2 } });
  agent = await newAgent(house.admin);
});

const LISTS = ['/v1/issues', '/v1/policies', '/v1/agents', '/v1/events', '/v1/webhooks'];

/** Observations, every one new, and questions to every service, through the gateways. */
function underLoad(): { readonly observations: Stream; readonly lists: Stream } {
  const addresses = house.gateways;
  const observe = (nth: number): Promise<Answered> => {
    const body = JSON.stringify(connection(`d${nth % 5}.rolling.example.com`, { nth }));
    const sending = { method: 'PUT', path: '/v1/events_v2', body } as const;
    return askTwice({ addresses, token: agent.token }, nth, sending);
  };
  const list = (nth: number): Promise<Answered> => {
    const path = `${LISTS[nth % LISTS.length]}?limit=5`;
    return askTwice({ addresses, token: house.adminToken }, nth, { method: 'GET', path });
  };
  return { observations: stream(3, observe), lists: stream(1, list) };
}

/** Ends the load and checks that nothing was refused and nothing acknowledged is missing. */
async function nothingWasLost(load: ReturnType<typeof underLoad>): Promise<void> {
  await load.observations.end();
  await load.lists.end();
  expect(load.observations.refusals).toEqual([]);
  expect(load.lists.refusals).toEqual([]);
  sent += load.observations.statuses.length;
  await holds(async () => {
    const events = await walk<ListedEvent>(
      house.admin,
      `/v1/events?limit=1000&agent_id=${agent.id}`,
    );
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect(events).toHaveLength(sent);
  });
}
let sent = 0;

test('every process is rolled, one by one, under load: nothing is lost, no request is answered 5xx', async () => {
  const load = underLoad();
  for (const process of house.processes) {
    expect([process.name, await process.stop()]).toEqual([process.name, 0]);
    await process.start();
  }
  await nothingWasLost(load);
});

test('a replica more, under load: nothing is lost, no request is answered 5xx', async () => {
  const load = underLoad();
  for (const service of ['ingest', 'detection', 'notifier'] as const) await house.add(service);
  await nothingWasLost(load);
  await house.ready();
});
