import { AgentTable } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { type AgentDeleted, eventId, isoTime, TOPICS, Unavailable } from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { readAll, sicken } from '@parapet/eventlog/testing';
import { IngestModule } from '../ingest.module';
import type { Silent } from './silent-agents';
import { SilenceLog } from './silence-log';

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterEach(() => house.close());

const partition = (id = ''): number => partitionOf(id, TOPICS.observations.partitions);

/** Agents that went silent an hour ago, of so many partitions. */
async function silentIn(partitions: number): Promise<Silent[]> {
  const ids: string[] = [];
  while (new Set(ids.map(partition)).size < partitions) ids.push((await house.addAgent()).id);
  const agents = house.app.get(AgentTable);
  await agents.caughtUp();
  const now = house.clock.now();
  const [last_seen, heard_since] = [isoTime(now - 3_600_000), isoTime(now - 7_200_000)];
  const silence = { last_seen, heard_since, per_minute: 0 };
  return ids.flatMap((id): Silent[] => {
    const agent = agents.get(id);
    return agent ? [{ agent, silence }] : [];
  });
}

test('a silence that cannot be recorded keeps back none of the others', async () => {
  const silent = await silentIn(2);
  const ids = silent.map(({ agent }) => agent.id);
  const now = house.clock.now();
  sicken(house.log, 'observations', partition(ids[0]), 1);
  const log = house.app.get(SilenceLog);
  await expect(log.record(silent, now)).rejects.toThrow(Unavailable);
  const keys = async () => (await readAll(house.log, 'observations')).map(({ key }) => key);
  expect((await keys()).sort()).toEqual(
    ids.filter((id) => partition(id) !== partition(ids[0])).sort(),
  );
  await log.record(silent, now);
  expect((await keys()).sort()).toEqual([...ids].sort());
});

test('an agent that was deleted before its turn in a round is not told silent', async () => {
  const silent = await silentIn(2);
  const [goes = '', ...stay] = silent.map(({ agent }) => agent.id);
  const now = house.clock.now();
  const meta = { id: eventId(), schema: 1, time: isoTime(now), actor: 'token_1', cause: null };
  const deleted: AgentDeleted = {
    ...{ ...meta, type: 'AgentDeleted', data: { version: 2, agent_id: goes } },
  };
  await house.append('agents', goes, deleted);
  await house.app.get(AgentTable).caughtUp();
  await house.app.get(SilenceLog).record(silent, now);
  const keys = (await readAll(house.log, 'observations')).map(({ key }) => key);
  expect(keys.sort()).toEqual(stay.sort());
});

test('of a partition that cannot be written one silence is tried in a round, not each', async () => {
  const silent = (await silentIn(TOPICS.observations.partitions)).flatMap((one) => [one, one]);
  const append = jest.spyOn(house.log, 'appendEach').mockRejectedValue(new Unavailable('away'));
  const log = house.app.get(SilenceLog);
  await expect(log.record(silent, house.clock.now())).rejects.toThrow(Unavailable);
  expect(append).toHaveBeenCalledTimes(TOPICS.observations.partitions);
});

test('a stop waits for the silence that is being recorded, not for all of a round', async () => {
  const silent = await silentIn(3);
  const [stopping, tried] = [new AbortController(), Promise.withResolvers<void>()];
  const append = jest.spyOn(house.log, 'appendEach').mockImplementation(() => {
    stopping.abort();
    tried.resolve();
    return Promise.reject(new Unavailable('away'));
  });
  const round = house.app.get(SilenceLog).record(silent, house.clock.now(), stopping.signal);
  await tried.promise;
  await round;
  expect(append).toHaveBeenCalledTimes(1);
});
