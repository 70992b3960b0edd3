import { AgentTable } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { isoTime, TOPICS, Unavailable } from '@parapet/contracts';
import { partitionOf } from '@parapet/eventlog';
import { readAll, sicken } from '@parapet/eventlog/testing';
import { IngestModule } from '../ingest.module';
import type { Silent } from './hearings';
import { SilenceLog } from './silence-log';

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterEach(() => house.close());

test('a silence that cannot be recorded keeps back none of the others', async () => {
  const ids: string[] = [];
  const partition = (id = ''): number => partitionOf(id, TOPICS.observations.partitions);
  while (new Set(ids.map(partition)).size < 2) ids.push((await house.addAgent()).id);
  const agents = house.app.get(AgentTable);
  await agents.caughtUp();
  const now = house.clock.now();
  const [last_seen, heard_since] = [isoTime(now - 3_600_000), isoTime(now - 7_200_000)];
  const silence = { last_seen, heard_since, per_minute: 0 };
  const silent = ids.flatMap((id): Silent[] => {
    const agent = agents.get(id);
    return agent ? [{ agent, silence }] : [];
  });
  sicken(house.log, 'observations', partition(ids[0]), 1);
  const log = house.app.get(SilenceLog);
  await expect(log.record(silent, now)).rejects.toThrow(Unavailable);
  const keys = async () => (await readAll(house.log, 'observations')).map(({ key }) => key);
  expect((await keys()).sort()).toEqual(ids.slice(1).sort());
  await log.record(silent, now);
  expect((await keys()).sort()).toEqual([...ids].sort());
});
