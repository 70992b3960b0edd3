import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
let headers: Record<string, string>;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
  const { token } = await house.addAgent({ name: 'falco' });
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
afterAll(() => house.close());

const sample = (name: string): string =>
  readFileSync(join(__dirname, 'samples', `${name}.json`), 'utf8');

async function post(payload: string) {
  const url = '/v1/integrations/falco';
  const answer = await house.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

test('an event of a sensor is taken once, and listed', async () => {
  const first = await post(sample('outbound'));
  const again = await post(sample('outbound'));
  expect([first.status, again.status]).toEqual([201, 202]);
  expect(again.body).toEqual({ id: first.body['id'], status: 'updated' });
  const read = await house.inject({
    url: `/v1/events/${String(first.body['id'])}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(read.json()).toMatchObject({
    type: 'connect',
    timestamp: '2026-03-03T10:11:16.200300400Z',
    verdict: 'detected',
    metadata: { destination: 'api.example.net', rule: 'Outbound connection', severity: 'low' },
    process: { pid: 4212, command: 'curl https://api.example.net' },
  });
});

test('news of the health of a sensor is no event', async () => {
  expect(await post(sample('syscall-drops'))).toEqual({
    status: 200,
    body: {
      status: 'skipped',
      reason: 'health of the sensor: Falco internal: syscall event drop',
    },
  });
  const metrics = await house.inject('/metrics');
  expect(metrics.body).toContain('parapet_sensor_health_events_total{sensor="falco"} 1');
});

test('what is no event of Falco is skipped with the reason', async () => {
  expect(await post('{"hello":"world"}')).toEqual({
    status: 200,
    body: { status: 'skipped', reason: 'no Falco event: rule is missing' },
  });
});

test.each([
  ['[]', 'must be an object'],
  ['{"rule":"r","time":"2999-01-01T00:00:00Z"}', 'look at the clock'],
  ['{"rule":', 'not valid JSON'],
])('refuses %s', async (sent, sentence) => {
  expect(await post(sent)).toEqual({
    status: 400,
    body: { error: expect.stringContaining(sentence) as string, type: 'InvalidEvent' },
  });
});

test.each([
  ['two events at once', '{}\n{}', 'not valid JSON'],
  ['text in another encoding', Buffer.from('"caf\xe9"', 'latin1'), 'not valid UTF-8'],
])('refuses %s in a body that was compressed, and lives', async (_, sent, sentence) => {
  const answer = await house.inject({
    ...{ method: 'POST', url: '/v1/integrations/falco', payload: gzipSync(sent) },
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: expect.stringContaining(sentence) as string, type: 'InvalidEvent' },
  ]);
});

test('many events come as lines, each answered by itself', async () => {
  const answer = await house.inject({
    ...{ method: 'POST', url: '/v1/integrations/falco' },
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    payload: ['miner-port', 'syscall-drops', 'k8s-audit']
      .map((name) => JSON.stringify(JSON.parse(sample(name))))
      .join('\n'),
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      results: [
        { status: 'created', id: expect.any(String) as string },
        { status: 'skipped', reason: expect.stringContaining('health of the sensor') as string },
        { status: 'created', id: expect.any(String) as string },
      ],
    },
  ]);
});

test('a number that no double holds is kept to its last digit', async () => {
  const { status, body } = await post(sample('sensitive-file'));
  expect(status).toBe(201);
  const read = await house.inject({
    url: `/v1/events/${String(body['id'])}`,
    headers: { authorization: `Bearer ${house.adminToken}` },
  });
  expect(read.json()).toMatchObject({
    metadata: { fields: { 'evt.time.iso8601': '1772532672341081180' } },
  });
});

test('a request without a body holds no event', async () => {
  expect((await post('')).status).toBe(400);
});
