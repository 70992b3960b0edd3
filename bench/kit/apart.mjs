import { randomBytes } from 'node:crypto';
import { freePort } from '../../tools/servers/index.mjs';
import { startProcess } from './processes.mjs';

const ADMIN_TOKEN = 'admin-token-of-the-benchmark';
const SECRET_KEY = 'the-key-of-the-benchmarks-0123456789';
const SERVICES = ['registry', 'ingest', 'detection', 'notifier'];

const withDatabase = (url, name) => url.replace(/^(mongodb:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);

/** What processes are told that share topics and a database of their own on given servers. */
export function settingsOn({ KAFKA_BROKERS, MONGODB_URL }) {
  const name = `bench-${randomBytes(5).toString('hex')}`;
  return {
    ...{ EVENT_LOG: 'kafka', KAFKA_BROKERS, KAFKA_TOPIC_PREFIX: `${name}.` },
    ...{ KAFKA_REPLICATION: '1', READ_MODEL: 'mongodb' },
    ...{ MONGODB_URL: withDatabase(MONGODB_URL, name), SECRET_KEY, ADMIN_TOKEN },
    ...{ PUBLIC_URL: 'https://parapet.example.com', LOG_LEVEL: 'error', HOST: '127.0.0.1' },
  };
}

async function untilReady({ url }) {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`).catch(() => ({ status: 0 }));
    if (status === 200) return;
    await new Promise((later) => setTimeout(later, 100));
  }
}

/**
 * Each service as a process of its own, over Kafka and a database that speaks MongoDB's protocol.
 * @param servers `{ KAFKA_BROKERS, MONGODB_URL }`
 * @param options `settings`: variables besides; `replicas`: `{ ingest: 3 }`, one of each by default
 * @returns `url` (of the gateway), `adminToken`, `services` (`{ ingest: [process, …], …}`), `stop()`
 */
export async function openApart(servers, { settings = {}, replicas = {} } = {}) {
  const env = { ...settingsOn(servers), ...settings };
  const start = async (service, own) => {
    const port = await freePort();
    const ready = /Parapet is ready at (http:\S+)/;
    const options = { core: 'server', ready, env: { ...own, PORT: String(port) } };
    return startProcess(`apps/${service}/dist/main.js`, options);
  };
  const startAll = async (service) => {
    const count = replicas[service] ?? 1;
    return [service, await Promise.all(Array.from({ length: count }, () => start(service, env)))];
  };
  const services = Object.fromEntries(await Promise.all(SERVICES.map(startAll)));
  const urlsOf = (processes) => processes.map(({ url }) => url).join(',');
  const routes = Object.fromEntries(
    SERVICES.map((service) => [`${service.toUpperCase()}_URL`, urlsOf(services[service])]),
  );
  const { PUBLIC_URL, LOG_LEVEL, HOST } = env;
  services.gateway = [await start('gateway', { ...routes, PUBLIC_URL, LOG_LEVEL, HOST })];
  const all = Object.values(services).flat();
  await Promise.all(all.map(untilReady));
  return {
    url: services.gateway[0].url,
    adminToken: ADMIN_TOKEN,
    services,
    stop: async () => void (await Promise.all(all.map(({ stop }) => stop()))),
  };
}
