import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { freePort, type ServiceProcess, startService } from './testing/service-process';

const started: ServiceProcess[] = [];
afterEach(async () => {
  for (const service of started.splice(0)) await service.discard();
});
const start = async (env: Record<string, string>): Promise<ServiceProcess> => {
  const service = await startService(env);
  started.push(service);
  return service;
};

const away = async (): Promise<Record<string, string>> => ({
  ...{ EVENT_LOG: 'kafka', KAFKA_BROKERS: `127.0.0.1:${await freePort()}`, LOG_LEVEL: 'error' },
  ...{ READ_MODEL: 'mongodb', MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}/house` },
  ...{ SECRET_KEY: 'a secret of at least 32 characters', ADMIN_TOKEN: 'a token of 24 characters' },
});

test('a process of one service serves over embedded storage, says where, names itself in its log, and warns that nobody else sees that', async () => {
  const service = await start({});
  await service.says(`Parapet is ready at ${service.url}\n`);
  while ((await service.answerAt('/readyz')).status !== 200);
  expect(service.said()).toMatch(/"service":"registry"/);
  expect(service.said()).toContain('no other process sees what registry takes in');
  expect(await service.stop()).toBe(0);
});

test('a process whose log and documents are away is alive, says what is missing, and can be stopped', async () => {
  const service = await start(await away());
  expect((await service.answerAt('/healthz')).status).toBe(200);
  const ready = await service.answerAt('/readyz');
  const [log, documents] = ['the log is not there yet', 'the documents are not there yet'];
  expect([ready.status, await ready.json()]).toEqual([
    ...[503, { status: 'not ready', missing: { process: 'starting', log, documents } }],
  ]);
  expect((await service.answerAt('/v1/agents')).status).toBe(503);
  expect(await service.stop()).toBe(0);
  expect(existsSync(service.dataDir)).toBe(false);
});

test('settings that do not fit end the process with a sentence for each', async () => {
  const service = await start({ EVENT_LOG: 'kafka' });
  expect((await once(service.child, 'exit'))[0]).toBe(1);
  expect(service.said()).toMatch(
    /^EVENT_LOG and READ_MODEL must be .*\nKAFKA_BROKERS must be given/,
  );
});
