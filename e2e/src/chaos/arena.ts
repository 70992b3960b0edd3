import { openLog } from '../apart/log';
import { type Deployment, openDeployment } from '../apart/deployment';
import { freshStorage, movedTo } from '../apart/storage';
import type { EventLog } from '@parapet/eventlog';
import {
  freePort,
  startKafka,
  startKafkas,
  startMongo,
  type TestServer,
} from '../../../tools/servers/index.mjs';
import { type Closable, closeAll } from './close-all';
import { type IsAimedAt, openTcpProxy, type TcpProxy } from './tcp-proxy';
import { httpWrite, kafkaWrite, mongoWrite } from './writes';

/** A house on servers of its own that may be hit anywhere. */
export interface Arena {
  readonly house: Deployment;
  /** Its brokers. */
  readonly kafka: readonly TestServer[];
  readonly database: TestServer;
  readonly log: EventLog;
  /** By their names, the ways that lead through a proxy. */
  readonly ways: ReadonlyMap<string, TcpProxy>;
  /** Where clients send observations: through a proxy to each gateway and each ingest. */
  readonly entrances: readonly string[];
  close(): Promise<void>;
}

/** Puts a proxy before a target, host:port, and answers the address to be used instead. */
type WayTo = (name: string, target: string, isAimedAt?: IsAimedAt) => Promise<string>;

/**
 * Starts servers, proxies and processes, and waits until all are ready. Of several brokers any minority may go; no proxy leads to
 * them.
 */
export async function openArena(brokers: number): Promise<Arena> {
  const opened: Closable[] = [];
  const close = (): Promise<void> => closeAll(opened.splice(0));
  try {
    return { ...(await open(brokers, (one) => void opened.push(one))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `opened` hears of everything that is to be closed, the last first. */
async function open(
  brokers: number,
  opened: (one: Closable) => void,
): Promise<Omit<Arena, 'close'>> {
  const ways = new Map<string, TcpProxy>();
  const wayTo: WayTo = async (name, target, isAimedAt) => {
    const proxy = await openTcpProxy(target, isAimedAt);
    opened(proxy);
    ways.set(name, proxy);
    return proxy.address;
  };
  const kafka = brokers > 1 ? await startKafkas(brokers) : [await oneBroker(wayTo)];
  for (const broker of kafka) opened(broker);
  const database = await startMongo();
  opened(database);
  const toDatabase = await wayTo(
    'services to the database',
    `127.0.0.1:${database.port}`,
    mongoWrite,
  );
  const storage = freshStorage({
    kafka: kafka.map((broker) => broker.brokers).join(','),
    mongo: movedTo(database.url, toDatabase),
  });
  const house = await openDeployment({
    storage,
    keepAlive: true,
    spare: 0,
    // A lease that a dead process held must end, and a failed attempt be repeated, within the test.
    env: {
      KAFKA_REPLICATION: String(Math.min(brokers, 3)),
      WEBHOOK_SCHEDULE: '0s,1s,1s,1s,1s,2s,2s,2s,5s,5s,5s',
    },
    way: async (name, address) =>
      `http://${await wayTo(`gateways to ${name}`, new URL(address).host)}`,
  });
  opened(house);
  const entrances: string[] = [];
  for (const process of [...house.of('gateway'), ...house.of('ingest')]) {
    const { host } = new URL(process.address);
    entrances.push(`http://${await wayTo(`clients to ${process.name}`, host, httpWrite)}`);
  }
  const log = await openLog(storage);
  opened(log);
  return { house, kafka, database, log, ways, entrances };
}

async function oneBroker(wayTo: WayTo): ReturnType<typeof startKafka> {
  const port = await freePort();
  const advertised = await wayTo('services to Kafka', `127.0.0.1:${port}`, kafkaWrite);
  return startKafka({ port, advertised });
}
