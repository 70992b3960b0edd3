import type { RequestListener } from 'node:http';
import { testFront, type TestFront } from '@parapet/chassis/testing';
import { GatewayProcessModule } from '../gateway-process.module';
import { dead } from '../testing/setting';
import { type ServiceServer, serviceServer } from '../testing/service-server';

const SAID = {
  ...{ version: '9.9.9', started_at: '2020-01-01T00:00:00.000Z' },
  services: [{ name: 'registry', ready: true, missing: [] }],
  storage: { event_log: 'kafka', read_model: 'mongodb' },
};

const answering =
  (status: number, body: object): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-of-the-service': 'yes' });
    response.end(JSON.stringify(body));
  };

let open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.reverse()) await thing.stop();
  open = [];
});

async function service(answer = answering(200, SAID)): Promise<ServiceServer> {
  const server = await serviceServer('about', answer);
  open.push(server);
  return server;
}
async function gateway(services: Readonly<Record<string, readonly { url: string }[]>>) {
  const urls = (name: string): string[] => (services[name] ?? [dead]).map(({ url }) => url);
  const front: TestFront = await testFront(GatewayProcessModule.with(), {
    services: {
      ...{ ingest: urls('ingest'), detection: urls('detection') },
      ...{ registry: urls('registry'), notifier: urls('notifier') },
    },
  });
  open.push({ stop: () => front.close() });
  return (method = 'GET'): Promise<Response> => fetch(`${front.url}/v1/about`, { method });
}
const READY = { ready: true, missing: [] };

test('what a service says of the house is told with how all of them are, and this process', async () => {
  const [one, other] = [await service(), await service()];
  const about = await gateway({
    ...{ ingest: [one], detection: [one], notifier: [one], registry: [one, other] },
  });
  other.ready = false;
  other.missing = { log: 'cannot be reached' };
  const answer = await about();
  expect([answer.status, answer.headers.get('x-of-the-service')]).toEqual([200, 'yes']);
  expect(await answer.json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    started_at: expect.not.stringMatching(SAID.started_at),
    services: [
      { name: 'front', ...READY },
      { name: 'ingest', ...READY },
      { name: 'detection', ...READY },
      { name: 'registry', ready: true, missing: ['log: cannot be reached'] },
      { name: 'notifier', ...READY },
    ],
    storage: SAID.storage,
  });
});

test('a service that cannot be asked is not ready, and another one answers for it', async () => {
  const starting = await service(answering(503, { error: {} }));
  starting.ready = false;
  const about = await gateway({ detection: [starting], notifier: [await service()] });
  const answer = await about();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    services: [
      { name: 'front', ready: true },
      { name: 'ingest', ready: false, missing: ['process: is away'] },
      { name: 'detection', ready: false, missing: ['process: answers 503'] },
      { name: 'registry', ready: false, missing: ['process: is away'] },
      { name: 'notifier', ready: true },
    ],
  });
});

test('where no service answers it is 503', async () => {
  const about = await gateway({});
  const answer = await about();
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { error: { code: 'unavailable' } },
  ]);
});

test('what is refused is refused, and another service is not asked', async () => {
  const refusal = { error: { code: 'unauthorized', message: 'Missing or invalid token' } };
  const [registry, detection] = [await service(answering(401, refusal)), await service()];
  const about = await gateway({ registry: [registry], detection: [detection] });
  const answer = await about();
  expect([answer.status, await answer.json()]).toEqual([401, refusal]);
});

test('HEAD says the length of what GET says', async () => {
  const about = await gateway({ registry: [await service()] });
  const [said, head] = [await (await about()).text(), await about('HEAD')];
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(said.length)]);
});
