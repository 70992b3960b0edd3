import { gzipSync } from 'node:zlib';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { Unavailable } from '@parapet/contracts';
import { IngestModule } from '../ingest.module';
import { ObservationIntake } from '../observation/observation-intake';

let house: TestHouse;
let headers: Record<string, string>;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  const { token } = await house.addAgent({ name: 'tetragon' });
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
});
afterAll(() => house.close());
afterEach(() => jest.restoreAllMocks());

const exec = (pid: number): string =>
  JSON.stringify({ process_exec: { process: { pid } }, time: '2026-03-03T10:11:12Z' });

const LOSS = '{"rate_limit_info":{"number_of_dropped_process_events":"12"}}';

async function post(payload: string | Buffer, more: Record<string, string> = {}) {
  const answer = await house.inject({
    ...{ method: 'POST', url: '/v1/integrations/tetragon', payload },
    headers: { ...headers, ...more },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

test('lines are taken compressed as well', async () => {
  const answer = await post(gzipSync(`${exec(1)}\n${exec(2)}\n`), { 'content-encoding': 'gzip' });
  expect(answer).toMatchObject({
    status: 200,
    body: { results: [{ status: 'created' }, { status: 'created' }] },
  });
});

test('where one line may not have been recorded all must be sent again, and counts once', async () => {
  const intake = house.app.get(ObservationIntake, { strict: false });
  const take = intake.take.bind(intake);
  const away = jest.spyOn(intake, 'take').mockImplementation(async (from, sent) => {
    if (sent.text.includes('"pid":3')) throw new Unavailable('the log is away');
    return take(from, sent);
  });
  const lines = `${exec(3)}\n${LOSS}\n${exec(4)}`;
  expect(await post(lines)).toEqual({
    status: 503,
    body: { error: expect.stringContaining('the log is away') as string, type: 'Unavailable' },
  });
  away.mockRestore();
  expect(await post(lines)).toMatchObject({
    status: 200,
    body: { results: [{ status: 'created' }, { status: 'skipped' }, { status: 'updated' }] },
  });
  const metrics = await house.inject('/metrics');
  expect(metrics.body).toContain('{outcome="lost",reason="tetragon"} 12\n');
});

test('one event as JSON is not taken: an export is lines', async () => {
  expect(await post(exec(5), { 'content-type': 'application/json' })).toEqual({
    status: 415,
    body: {
      error: expect.stringContaining('application/x-ndjson') as string,
      type: 'InvalidEvent',
    },
  });
});
