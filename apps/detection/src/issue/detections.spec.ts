import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { DetectionModule } from '../detection.module';
import { AGENT, connection, recorded } from '../testing/facts';

let house: TestHouse;
const clock = new TestClock();
beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule], clock });
});
afterAll(() => house.close());

/** An agent reports a connection, which was received so many seconds ago; judged before this resolves. */
async function observe(id: string, destination: string, secondsAgo = 0): Promise<void> {
  const body = connection({ destination });
  const fact = recorded(body, { id, ms: clock.now() - secondsAgo * 1_000 });
  await house.append('observations', AGENT.id, fact);
  await house.settled();
}

async function numbers(name: string): Promise<string[]> {
  const { body } = await house.inject('/metrics');
  return body.split('\n').filter((line) => line.startsWith(name));
}

test('the numbers say which issues were found, and which of them were known', async () => {
  await observe('event_1', 'new.example.com');
  clock.advance(60_000);
  await observe('event_2', 'new.example.com');
  await observe('event_3', 'other.example.com');
  const counted = await numbers('parapet_issues_detected_total');
  expect(counted.filter((line) => !line.endsWith(' 0'))).toEqual([
    'parapet_issues_detected_total{outcome="created",severity="high"} 2',
    'parapet_issues_detected_total{outcome="recurred",severity="high"} 1',
  ]);
  // All of them from the start: `increase` does not see what a series begins with.
  expect(counted).toHaveLength(8);
});

test('the numbers say how long observations waited to be judged', async () => {
  const within = async (seconds: number): Promise<number> => {
    const bucket = `parapet_detection_latency_seconds_bucket{le="${seconds}"} `;
    const [line = ''] = await numbers(bucket);
    return Number(line.slice(bucket.length));
  };
  const [half, minute] = [await within(30), await within(60)];
  await observe('event_4', 'late.example.com', 40);
  expect([await within(30), await within(60)]).toEqual([half, minute + 1]);
});
