import { type AgentDeleted, isoTime, toAppend } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { keepSnapshots, testHouse, type TestHouse } from '../testing';
import { sighting } from '../testing/facts';
import { closed, testCredentials } from '../testing/test-credentials';
import { SeenAgents } from './seen-agents';

let house: TestHouse;
let seen: SeenAgents;
beforeEach(async () => {
  house = await testHouse({ imports: [] });
  seen = house.app.get(SeenAgents);
});
afterEach(() => house.close());

async function remove(agent_id: string): Promise<void> {
  const event: AgentDeleted = {
    ...{ id: 'deleted', type: 'AgentDeleted', schema: 1, time: '2026-03-03T10:00:00.000Z' },
    ...{ actor: 'token_1', cause: null, data: { agent_id, version: 2 } },
  };
  await house.append('agents', agent_id, event);
  await seen.caughtUp();
}

test('an agent is known as it was seen, the same object while nothing of it changes', async () => {
  const { id } = await house.addAgent();
  const at = house.clock.now() + 1_000;
  await house.sight(id, at);
  const agent = seen.get(id);
  expect(agent?.last_seen).toBe(isoTime(at));
  expect(seen.get(id)).toBe(agent);
  expect([...seen.values()].filter((one) => one.id === id)).toEqual([agent]);
  await house.sight(id, at + 1);
  expect(seen.get(id)).not.toBe(agent);
});

test('a sighting that is read before its agent is not lost', async () => {
  await house.sight('agent_early');
  expect(seen.get('agent_early')).toBeUndefined();
  expect(seen.activities.get('agent_early')).toMatchObject({ sightings: 1 });
});

test('nothing is kept of the activity of who is deleted, whoever still says that it was seen', async () => {
  const { id } = await house.addAgent();
  await house.sight(id);
  await remove(id);
  expect(seen.activities.get(id)).toBeUndefined();
  await house.sight(id);
  expect([seen.get(id), seen.activities.get(id)]).toEqual([undefined, undefined]);
  await house.log.append('sightings', [toAppend(id, sighting(id, house.clock.now()))]);
  await seen.caughtUp();
  expect(seen.activities.isGone(id)).toBe(true);
});

test('a process begins with a snapshot of the activity of who is known to be deleted by then, and knows nothing of it', async () => {
  const [{ id }, { id: other }] = [await house.addAgent(), await house.addAgent()];
  await house.sight(id);
  await house.sight(other);
  await keepSnapshots(house.app);
  await remove(id);
  await keepSnapshots(house.app);
  const { app } = house;
  const begun = testCredentials(app.get(ReadModel));
  await begun.open(app.get(EventLog));
  await begun.allCaughtUp();
  expect([...begun.activities.values()].map((activity) => activity.id)).toEqual([other]);
  await closed(begun);
});

test('whoever hears of activity hears nothing of who is deleted', async () => {
  const { id } = await house.addAgent();
  await remove(id);
  const heard: string[] = [];
  seen.activities.onChange((agent) => heard.push(agent));
  await house.sight(id);
  expect([heard, seen.activities.get(id)]).toEqual([[], undefined]);
});
