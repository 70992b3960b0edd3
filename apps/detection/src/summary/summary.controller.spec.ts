import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { isoTime } from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import { occurred } from '../testing/facts';

const MINUTE = 60_000;
let house: TestHouse;
let now: number;

beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule] });
  now = house.clock.now();
});
afterAll(() => house.close());

async function get(path: string) {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ method: 'GET', url: path, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/** An issue of observations that were made so many minutes ago. */
async function issueOf(issue_id: string, ...minutes: number[]): Promise<void> {
  const seen = Object.fromEntries(minutes.map((_, i) => [`event_${issue_id}_${i}`, 0]));
  const created = occurred('IssueCreated', seen, { issue_id });
  const observations = created.data.observations.map((observation, i) => ({
    ...observation,
    ...{ timestamp: isoTime(now - (minutes[i] ?? 0) * MINUTE), received_at: isoTime(now) },
  }));
  const data = { ...created.data, observations };
  await house.append('issues', issue_id, { ...created, time: isoTime(now), data });
  await house.settled();
}

interface Counted {
  readonly buckets: readonly { readonly time: string; readonly count: number }[];
}
const inBrief = ({ buckets }: Counted): string[] =>
  buckets.flatMap(({ time, count }) => (count > 0 ? [`${count} from ${time}`] : []));
const minuteOf = (ago: number): string =>
  isoTime(Math.floor((now - ago * MINUTE) / MINUTE) * MINUTE);

test('the summary is asked for with the filters of the list', async () => {
  await issueOf('issue_summed', 0);
  const { status, body } = await get('/v1/issues/summary?severity=high&destination=x.com');
  expect([status, body.total, body.by_severity]).toEqual([
    ...[200, 1],
    { critical: 0, high: 1, medium: 0, low: 0 },
  ]);
  expect((await get('/v1/issues/summary?status=closed')).body.error.message).toContain(
    'status must be one of',
  );
});

test('the observations of an issue are counted by their own time, from the first one on', async () => {
  await issueOf('issue_timed', 0, 3, 3, 40);
  const { status, body } = await get('/v1/issues/issue_timed/occurrences');
  expect([status, body.step_seconds, body.from]).toEqual([200, 60, minuteOf(40)]);
  expect(inBrief(body)).toEqual([
    `1 from ${minuteOf(40)}`,
    `2 from ${minuteOf(3)}`,
    `1 from ${minuteOf(0)}`,
  ]);
});

test('since and until choose among them', async () => {
  await issueOf('issue_chosen', 0, 3, 9);
  const span = `since=${isoTime(now - 9 * MINUTE)}&until=${isoTime(now - 3 * MINUTE)}`;
  const { body } = await get(`/v1/issues/issue_chosen/occurrences?${span}`);
  expect(inBrief(body)).toEqual([`1 from ${minuteOf(3)}`]);
  expect(body.from).toBe(minuteOf(9));
});

test('what is older than observations are kept is not counted, though it is there for a while', async () => {
  const kept = house.settings.observationRetentionMs / MINUTE;
  await issueOf('issue_old', kept + 5, 1);
  const { body } = await get('/v1/issues/issue_old/occurrences?since=2001-01-01T00:00:00Z');
  expect(inBrief(body).map((bucket) => bucket.split(' ')[0])).toEqual(['1']);
});

test('an issue that does not exist, and a time that is none, are said', async () => {
  expect((await get('/v1/issues/issue_none/occurrences')).status).toBe(404);
  expect((await get('/v1/issues/issue_timed/occurrences?since=x')).body.error.message).toContain(
    'since must be',
  );
});
