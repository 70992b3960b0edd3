import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { readAll, sicken } from '@parapet/eventlog/testing';
import { DetectionModule } from '../detection.module';
import { AGENT, connection, recorded } from '../testing/facts';

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [DetectionModule] });
});
afterEach(() => house.close());

test('while one partition of issues cannot be written, no try adds copies to the others', async () => {
  sicken(house.log, 'issues', 0, 4);
  for (let n = 0; n < 30; n += 1) {
    const body = connection({ destination: `d${n}.example.com` });
    await house.append('observations', AGENT.id, recorded(body, { id: `event_${n}` }));
  }
  await house.settled();
  const written = await readAll(house.log, 'issues');
  expect(new Set(written.map(({ position }) => position.partition))).toEqual(new Set([0, 1, 2]));
  expect(new Set(written.map(({ key }) => key)).size).toBe(30);
  expect(written).toHaveLength(30);
});
