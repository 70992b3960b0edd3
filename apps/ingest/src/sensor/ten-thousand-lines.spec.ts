import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { Sensor } from '@parapet/contracts';
import fc from 'fast-check';
import { IngestModule } from '../ingest.module';
import { oddFalco } from '../testing/odd-falco';
import { oddLine } from '../testing/odd-lines';
import { oddTetragon } from '../testing/odd-tetragon';

const LINES = 5_000;
/** Some are sent again with the next body. */
const BODY = 900;
const AGAIN = 50;

interface Result {
  readonly status: string;
  readonly id?: string;
  readonly reason?: string;
  readonly error?: string;
}

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterAll(() => house.close());

/** Sends all lines, some of them twice. Answers one result for each that was sent. */
async function sendAll(sensor: Sensor, lines: readonly Buffer[], token: string): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < lines.length; at += BODY) {
    const sent = lines.slice(Math.max(0, at - AGAIN), at + BODY);
    const answer = await house.inject({
      ...{ method: 'POST', url: `/v1/integrations/${sensor}` },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      payload: Buffer.concat(sent.flatMap((line) => [line, Buffer.from('\n')])),
    });
    const body = answer.json<{ readonly results: readonly Result[] }>();
    expect([answer.statusCode, body.results.length]).toEqual([200, sent.length]);
    results.push(...body.results);
  }
  return results;
}

/** The ids of all events of an agent. */
async function listed(agent: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const url = `/v1/events?agent_id=${agent}&limit=1000${cursor}`;
    const answer = await house.inject({ url, headers });
    const page = answer.json<{ data: Result[]; pagination: { next_cursor: string | null } }>();
    ids.push(...page.data.map(({ id = '' }) => id));
    if (page.pagination.next_cursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`;
  }
}

/** What the metrics of the house count under a name, by the labels of each line. */
async function counted(name: string): Promise<(labels: string) => number> {
  const { body } = await house.inject('/metrics');
  const lines = body.split('\n').filter((line) => line.startsWith(`${name}{`));
  return (labels) =>
    lines
      .filter((line) => line.includes(labels))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test('of 10,000 lines each is stored, or counted with a reason: none is lost silently', async () => {
  const results: Result[] = [];
  for (const [sensor, events] of [
    ['falco', oddFalco],
    ['tetragon', oddTetragon],
  ] as const) {
    const lines = fc.sample(oddLine(events), { seed: 20260303, numRuns: LINES });
    const { id, token } = await house.addAgent({ name: sensor });
    const answered = await sendAll(sensor, lines, token);
    const stored = new Set(answered.flatMap((result) => result.id ?? []));
    expect(new Set(await listed(id))).toEqual(stored);
    results.push(...answered);
  }
  const of = (status: string): Result[] => results.filter((result) => result.status === status);
  const [created, updated] = [of('created'), of('updated')];
  const [skipped, refused] = [of('skipped'), of('refused')];
  expect(created.length + updated.length + skipped.length + refused.length).toBe(results.length);
  for (const { reason, error } of [...skipped, ...refused]) expect(reason ?? error).toMatch(/\w/);
  const health = skipped.filter(({ reason }) => reason?.startsWith('health of the sensor'));

  const outcomes = await counted('parapet_agent_observations_total');
  expect(outcomes('outcome="accepted"')).toBe(created.length);
  expect(outcomes('outcome="duplicate"')).toBe(updated.length);
  expect(outcomes('outcome="rejected"')).toBe(refused.length + skipped.length - health.length);
  const reports = await counted('parapet_sensor_health_events_total');
  expect(reports('sensor=')).toBe(health.length);
  const least = [created, updated, skipped, refused, health].map((some) => some.length > 100);
  expect(least).toEqual([true, true, true, true, true]);
});
