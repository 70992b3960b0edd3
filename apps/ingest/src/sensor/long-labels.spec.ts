import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterAll(() => house.close());

/** With labels of 64 KiB, which each of them carries, these are more than may wait to be written at once. */
const LINES = 600;

test('an agent with the longest labels gets through with all lines at once', async () => {
  const labels = Object.fromEntries(
    Array.from({ length: 64 }, (_, i) => [`label-${i}`, 'x'.repeat(1_024)]),
  );
  const { token } = await house.addAgent({ labels });
  const line = (n: number): string =>
    JSON.stringify({ rule: `rule ${n}`, time: '2026-03-03T10:11:12Z', output_fields: {} });
  const answer = await house.inject({
    ...{ method: 'POST', url: '/v1/integrations/falco' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    payload: Array.from({ length: LINES }, (_, n) => line(n)).join('\n'),
  });
  expect(answer.statusCode).toBe(200);
  const { results } = answer.json<{ results: { status: string }[] }>();
  expect(results.map(({ status }) => status)).toEqual(Array(LINES).fill('created'));
});
