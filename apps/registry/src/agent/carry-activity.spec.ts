import { ActivityTable, Background, Clock, SeenAgents } from '@parapet/chassis';
import {
  processBeside,
  sighting,
  TestClock,
  testHouse,
  type TestHouse,
} from '@parapet/chassis/testing';
import { toAppend, Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { readAll } from '@parapet/eventlog/testing';
import { RegistryModule } from '../registry.module';
import { CarryActivity } from './carry-activity';

const DAY = 86_400_000;

let house: TestHouse;
let clock: TestClock;
beforeEach(async () => {
  clock = new TestClock();
  house = await testHouse({ imports: [RegistryModule], clock });
});
afterEach(() => house.close());

const look = (): Promise<void> => house.app.get(CarryActivity).look();
const factsOf = async (agentId: string): Promise<readonly string[]> =>
  (await readAll(house.log, 'sightings'))
    .filter(({ key }) => key === agentId)
    .map(({ meta }) => meta.type);

test('what is known of an agent is said again long before its sightings are forgotten, and once', async () => {
  const { id } = await house.addAgent();
  await house.sight(id);
  clock.advance(7 * DAY);
  await house.sight(id);
  await look();
  expect(await factsOf(id)).toEqual(['AgentSighted', 'AgentSighted']);
  clock.advance(DAY);
  for (let i = 0; i < 3; i += 1) {
    await look();
    await house.app.get(SeenAgents).caughtUp();
  }
  expect(await factsOf(id)).toEqual(['AgentSighted', 'AgentSighted', 'ActivityCarried']);
});

test('of an agent that is never seen again it is said again and again, of one that is deleted no more', async () => {
  const [{ id }, { id: other }] = [await house.addAgent(), await house.addAgent()];
  await house.sight(id);
  await house.sight(other);
  const activities = house.app.get(ActivityTable);
  const { last_seen } = activities.get(id) ?? {};
  activities.remove(other);
  for (let i = 0; i < 3; i += 1) {
    clock.advance(8 * DAY);
    await look();
    await activities.caughtUp();
  }
  expect(await factsOf(id)).toEqual(['AgentSighted', ...Array<string>(3).fill('ActivityCarried')]);
  expect(await factsOf(other)).toEqual(['AgentSighted']);
  expect(activities.get(id)).toMatchObject({ last_seen, sightings: 1 });
});

test('rule 13: a log that has forgotten all but what was carried on tells the same to a process that begins with it', async () => {
  const { id } = await house.addAgent();
  await house.sight(id);
  await house.sight(id, clock.now() + 1);
  clock.advance(8 * DAY);
  await look();
  await house.app.get(SeenAgents).caughtUp();
  const known = house.app.get(SeenAgents).get(id);
  const follow = house.log.follow.bind(house.log);
  const forgotten = (await house.log.ends('sightings')).map((end) => Math.max(0, end - 1));
  jest
    .spyOn(house.log, 'follow')
    .mockImplementation((topic, handle, from) =>
      follow(topic, handle, topic === 'sightings' ? forgotten : from),
    );
  const beside = await processBeside(house, [RegistryModule]);
  expect(beside.app.get(SeenAgents).get(id)).toEqual(known);
  await beside.close();
});

test('what cannot be said now is said at the next look, and a look never fails', async () => {
  const { id } = await house.addAgent();
  await house.sight(id);
  clock.advance(8 * DAY);
  jest.spyOn(house.log, 'append').mockRejectedValueOnce(new Unavailable('the log is away'));
  await look();
  expect(await factsOf(id)).toEqual(['AgentSighted']);
  await look();
  expect(await factsOf(id)).toEqual(['AgentSighted', 'ActivityCarried']);
});

test('while it is not known what others said nothing is said: it would be void, or of another log, at every look', async () => {
  const { id } = await house.addAgent();
  await house.sight(id);
  clock.advance(8 * DAY);
  const stopped = new Unavailable('topic sightings is not followed any more');
  const known = jest.spyOn(house.app.get(ActivityTable), 'caughtUp').mockRejectedValue(stopped);
  for (let i = 0; i < 3; i += 1) await look();
  expect(await factsOf(id)).toEqual(['AgentSighted']);
  known.mockRestore();
  await look();
  expect(await factsOf(id)).toEqual(['AgentSighted', 'ActivityCarried']);
});

test('of very many that are due a stop waits for those alone that are being said', async () => {
  const activities = house.app.get(ActivityTable);
  const ids = Array.from({ length: 600 }, (_, n) => `agent_${n}`);
  const facts = ids.map((id) => toAppend(id, sighting(id, clock.now())));
  await house.log.append('sightings', facts);
  await activities.caughtUp();
  clock.advance(8 * DAY);
  const log = house.app.get(EventLog);
  const carry = new CarryActivity(activities, log, house.app.get(Clock), new Background());
  const appended = jest.spyOn(log, 'append').mockImplementationOnce(async () => {
    void carry.stop();
    return [];
  });
  await carry.look();
  expect(appended).toHaveBeenCalledTimes(1);
});
