import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startKafka, startMongo, type TestServer } from '../../../tools/servers/index.mjs';
import { command } from '../../../tools/servers/mongo/wire.mjs';
import { holds } from '../house/eventually';
import { CREATED, createTopic, EXISTS_ALREADY } from './kafka-topic';
import { isListening } from './listening';
import { isRunning } from './running';

const opened: TestServer[] = [];
const keep = async <S extends TestServer>(starting: Promise<S>): Promise<S> => {
  const server = await starting;
  opened.push(server);
  return server;
};
afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())));

test('a Kafka killed with -9 and started again has every topic it acknowledged, at the same address', async () => {
  const kafka = await keep(startKafka());
  expect(await createTopic(kafka.port, 'kept')).toBe(CREATED);
  await kafka.kill9();
  expect(await isListening(kafka.port)).toBe(false);
  await kafka.start();
  expect(await createTopic(kafka.port, 'kept')).toBe(EXISTS_ALREADY);
  expect(await createTopic(kafka.port, 'new')).toBe(CREATED);
});

test('a database killed with -9 and started again has every document it acknowledged, at the same address', async () => {
  const mongo = await keep(startMongo());
  const documents = Array.from({ length: 500 }, (_, i) => ({ _id: `d${i}`, value: i }));
  const insert = { insert: 'kept', documents, $db: 'servers' };
  expect(await command('127.0.0.1', mongo.port, insert)).toMatchObject({ n: 500 });
  await mongo.kill9();
  expect(await isListening(mongo.port)).toBe(false);
  await mongo.start();
  const count = { count: 'kept', $db: 'servers' };
  expect(await command('127.0.0.1', mongo.port, count)).toMatchObject({ n: 500 });
});

test('two of a kind started at once do not disturb each other, and one that runs is not started again', async () => {
  const [one, other] = await Promise.all([keep(startMongo()), keep(startMongo())]);
  expect(one.port).not.toBe(other.port);
  const pids = one.pids();
  await one.start();
  expect(one.pids()).toEqual(pids);
  await one.close();
  const ping = await command('127.0.0.1', other.port, { ping: 1, $db: 'admin' });
  expect(ping).toMatchObject({ ok: 1 });
});

test('what was stopped in order starts again with its data, and what was closed leaves no process and no data', async () => {
  const kafka = await keep(startKafka());
  expect(await createTopic(kafka.port, 'kept')).toBe(CREATED);
  await kafka.stop();
  expect(kafka.pids()).toEqual([]);
  await kafka.start();
  expect(await createTopic(kafka.port, 'kept')).toBe(EXISTS_ALREADY);
  const pids = kafka.pids();
  expect(pids.filter(isRunning)).toEqual(pids);
  await kafka.close();
  expect(pids.filter(isRunning)).toEqual([]);
  expect(await isListening(kafka.port)).toBe(false);
  expect(existsSync(kafka.dataDir ?? '')).toBe(false);
});

test('servers whose runner is killed with -9 end by themselves and take their data along', async () => {
  const runner = spawn(process.execPath, [join(__dirname, 'runner.cjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(runner.stdout, 'data')) as [Buffer];
  const servers = JSON.parse(told.toString()) as {
    port: number;
    pids: number[];
    dataDir?: string;
  }[];
  expect(await Promise.all(servers.map(({ port }) => isListening(port)))).toEqual([true, true]);
  runner.kill('SIGKILL');
  await once(runner, 'exit');
  const left = async (): Promise<readonly unknown[]> => {
    const listening = await Promise.all(servers.map(({ port }) => isListening(port)));
    const pids = servers.flatMap((server) => server.pids.filter(isRunning));
    const folders = servers.flatMap(({ dataDir }) =>
      dataDir && existsSync(dataDir) ? [dataDir] : [],
    );
    return [...listening.filter(Boolean), ...pids, ...folders];
  };
  await holds(async () => expect(await left()).toEqual([]));
});
