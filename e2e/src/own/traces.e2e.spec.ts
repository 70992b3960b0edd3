import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { awake } from '../../../tools/test/awake.mjs';
import { connection, newAgent, record, recordNew, unique } from '../house/actors';
import { startChild } from '../house/child';
import { openCollector } from '../house/collector';
import { eventually, holds } from '../house/eventually';
import { expectSaysNothingSecret, follow } from '../house/followed';
import { openOwnHouse } from '../house/house';

/** Has a process say at its end which files of OpenTelemetry it had loaded. */
const TELLS_LOADED = `data:text/javascript,${encodeURIComponent(
  `import Module from 'node:module';
   const loaded = () => Object.keys(Module._cache).filter((file) => file.includes('@opentelemetry'));
   process.on('exit', () => console.log('LOADED ' + JSON.stringify(loaded())));`,
)}`;
const loadedIn = (output: string): readonly string[] =>
  [...output.matchAll(/^LOADED (.*)$/gm)].flatMap(
    ([, list = '[]']) => JSON.parse(list) as string[],
  );
/** The metrics of the process load it for themselves. */
const ofMetrics = /[\\/]@opentelemetry[\\/]api[\\/]/;

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an observation is one trace: the request, the append, the judgement, the plan and the attempt of a webhook', async () => {
  const collector = await openCollector();
  const house = await openOwnHouse({ env: collector.env });
  const followed = await follow(house.admin, collector);
  const { way, begunBy, clientSpan } = followed;
  expect(way).toEqual(
    [
      ...['POST webhook', 'process issues', 'process observations'],
      ...['send observations', 'PUT /v1/events_v2'],
    ].map((name) => `parapet-standalone: ${name}`),
  );
  expect(begunBy).toBe(clientSpan);
  expectSaysNothingSecret(collector, followed);
});

test('lines of one request hang in its trace, and those that are no issue have no span', async () => {
  const collector = await openCollector();
  const house = await openOwnHouse({ env: { ...collector.env, OTEL_SERVICE_NAME: 'here' } });
  const { client } = await newAgent(house.admin);
  const domain = `${unique('lines')}.example.com`;
  const harmless = { kind: 'heartbeat_sent', verdict: 'allowed', metadata: {} };
  const lines = [connection(domain), ...Array.from({ length: 5 }, () => harmless)].map(
    (line, n) => ({ ...line, timestamp: new Date(Date.now() - n).toISOString() }),
  );
  const sent = { body: lines.map((line) => JSON.stringify(line)).join('\n') };
  const path = '/v1/events_v2/batch';
  const type = 'application/x-ndjson';
  expect((await client.send({ method: 'POST', path, type, ...sent })).status).toBe(207);
  const judged = await eventually(() =>
    collector.spans().find(({ name }) => name === 'process observations'),
  );
  const spans = ['process observations', 'send observations', `POST ${path}`];
  await holds(() => {
    const told = collector.spans(judged.traceId).map(({ service, name }) => `${service}: ${name}`);
    expect(told.toSorted()).toEqual(spans.map((name) => `here: ${name}`).toSorted());
  });
});

test('a stream that its reader leaves is told, and so is a request whose body never came', async () => {
  const collector = await openCollector();
  const house = await openOwnHouse({ env: collector.env });
  const authorization = `Bearer ${house.adminToken}`;
  const leaving = new AbortController();
  const stream = await fetch(`${house.baseUrl}/v1/stream`, {
    ...{ headers: { authorization }, signal: leaving.signal },
  });
  expect(stream.status).toBe(200);
  leaving.abort();
  const { hostname, port } = new URL(house.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/policies HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    () => socket.destroy(),
  );
  const facts = (name: string) => collector.spans().find((span) => span.name === name)?.facts;
  await eventually(() => facts('GET /v1/stream') && facts('POST /v1/policies'));
  expect(facts('GET /v1/stream')).toMatchObject({ 'http.response.status_code': 200 });
  expect(facts('POST /v1/policies')).toMatchObject({ 'error.type': 'gone' });
});

test('what is not sampled is not told, and the house does what it does', async () => {
  const collector = await openCollector();
  const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
  const house = await openOwnHouse({ env: { ...collector.env, ...sampled } });
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection(`${unique('unseen')}.example.com`));
  expect(await house.stop()).toBe(0);
  expect(collector.text()).toBe('');
});

test('a stop sends what is left', async () => {
  const collector = await openCollector();
  const house = await openOwnHouse({
    env: { ...collector.env, OTEL_BSP_SCHEDULE_DELAY: '600000' },
  });
  await newAgent(house.admin);
  expect(collector.text()).toBe('');
  expect(await house.stop()).toBe(0);
  expect(collector.spans().map(({ name }) => name)).toContain('POST /v1/agents');
});

test('where no collector is named, nothing of OpenTelemetry is loaded but what metrics load for themselves', async () => {
  const nodeArguments = ['--import', TELLS_LOADED];
  const house = await openOwnHouse({ nodeArguments });
  await recordNew(await newAgent(house.admin), connection(`${unique('off')}.example.com`));
  expect(await house.stop()).toBe(0);
  expect(house.output()).toContain('LOADED');
  expect(loadedIn(house.output()).filter((file) => !ofMetrics.test(file))).toEqual([]);
  // So it would be seen.
  await house.start({ nodeArguments, env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  expect(await house.stop()).toBe(0);
  expect(loadedIn(house.output()).filter((file) => !ofMetrics.test(file))).not.toEqual([]);
});

test('a collector that never answers delays no request, and a stop by 2 s', async () => {
  const silent = createServer(() => undefined);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: await listening(silent),
    ...{ OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_BSP_MAX_QUEUE_SIZE: '50' },
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  };
  const asked = once(silent, 'connection');
  const house = await openOwnHouse({ env });
  const agent = await newAgent(house.admin);
  await asked;
  for (let n = 0; n < 200; n += 1) {
    const body = connection(`${unique('hung')}.example.com`);
    expect((await awake(() => recordNew(agent, body))).ms).toBeLessThan(5_000);
  }
  const { result, ms } = await awake(() => house.stop());
  expect(result).toBe(0);
  expect(ms).toBeLessThan(8_000);
  silent.close();
});

test('a collector that is away is told of in the log, once', async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '200', OTEL_BSP_SCHEDULE_DELAY: '10' },
  };
  const house = await openOwnHouse({ env });
  const agent = await newAgent(house.admin);
  const away = 'spans could not be sent';
  await eventually(() => house.output().includes(away));
  for (let n = 0; n < 20; n += 1)
    expect((await record(agent, connection(`${unique('away')}.example.com`))).status).toBe(201);
  expect(await house.stop()).toBe(0);
  expect(house.output().split(away)).toHaveLength(2);
});

test.each(['collector:4318', 'grpc://collector', 'http://me:secret@collector:4318'])(
  'the address %s is refused with a sentence',
  async (address) => {
    const process = startChild('apps/gateway/dist/main.js', {
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
    });
    expect(await process.gone).toBe(1);
    expect(process.output()).toContain(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with https:// or http:// and has no query, name or password.',
    );
    expect(process.output()).not.toContain('secret@');
  },
);
