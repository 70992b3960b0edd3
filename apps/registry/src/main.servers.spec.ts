import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { removeTopics } from '@parapet/eventlog/kafka';
import { dropDatabase } from '@parapet/readmodel/mongodb';
import { freePort, startService } from './testing/service-process';

const given = (name: 'KAFKA_BROKERS' | 'MONGODB_URL'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must say where the server is`);
  return value;
};

/** Makes what listens at `host:port` be there at another port of this machine too. */
async function appear(at: number, hostAndPort: string): Promise<Server> {
  const { hostname, port } = new URL(`tcp://${hostAndPort}`);
  const server = createServer((client) => {
    const there = connect(Number(port), hostname);
    client.on('error', () => there.destroy()).on('close', () => there.destroy());
    there.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(there).pipe(client);
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a process that began while log and documents were away serves by itself when they come', async () => {
  const [broker = ''] = given('KAFKA_BROKERS').split(',');
  const mongo = new URL(given('MONGODB_URL'));
  const [kafkaPort, mongoPort] = [await freePort(), await freePort()];
  const name = `process_${randomBytes(6).toString('hex')}`;
  const url = new URL(`/${name}`, mongo);
  url.port = String(mongoPort);
  url.hostname = '127.0.0.1';
  const service = await startService({
    ...{ EVENT_LOG: 'kafka', KAFKA_BROKERS: `127.0.0.1:${kafkaPort}`, KAFKA_REPLICATION: '1' },
    ...{ KAFKA_TOPIC_PREFIX: `${name}-`, READ_MODEL: 'mongodb', MONGODB_URL: url.href },
    ...{ SECRET_KEY: 'a secret of at least 32 characters', LOG_LEVEL: 'error' },
    ADMIN_TOKEN: 'a token of 24 characters',
  });
  const servers: Server[] = [];
  try {
    expect((await service.answerAt('/readyz')).status).toBe(503);
    servers.push(await appear(kafkaPort, broker));
    servers.push(await appear(mongoPort, mongo.host));
    await service.says('Parapet is ready at');
    while ((await service.answerAt('/readyz')).status !== 200);
    const headers = { authorization: 'Bearer a token of 24 characters' };
    const tokens = await fetch(`${service.url}/v1/tokens`, { headers });
    expect([tokens.status, await tokens.json()]).toMatchObject([200, { data: [{}] }]);
    expect(tokens.headers.get('x-ratelimit-remaining')).toBe('999');
    expect(await service.stop()).toBe(0);
  } finally {
    await service.discard();
    for (const server of servers) server.close();
    await removeTopics({ brokers: [broker], prefix: `${name}-` });
    await dropDatabase(new URL(`/${name}`, mongo).href);
  }
});
