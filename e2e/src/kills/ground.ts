import { type Deployment, openDeployment } from '../apart/deployment';
import { freshStorage } from '../apart/storage';
import { type Closable, closeAll } from '../chaos/close-all';
import { startKafka, startMongo, type TestServer } from '../../../tools/servers/index.mjs';

/** A house on servers of its own, with two notifiers, all of which may be killed. */
export interface Ground {
  readonly house: Deployment;
  readonly kafka: TestServer;
  readonly database: TestServer;
  close(): Promise<void>;
}

/** Starts servers and processes, and waits until all are ready. */
export async function openGround(): Promise<Ground> {
  const opened: Closable[] = [];
  const close = (): Promise<void> => closeAll(opened.splice(0));
  try {
    const kafka = await startKafka();
    opened.push(kafka);
    const database = await startMongo();
    opened.push(database);
    const house = await openDeployment({
      storage: freshStorage({ kafka: kafka.brokers, mongo: database.url }),
      replicas: { ingest: 1, detection: 1, gateway: 1 },
      ...{ spare: 0, keepAlive: true },
      env: { WEBHOOK_SCHEDULE: Array.from({ length: 60 }, (_, i) => (i ? '1s' : '0s')).join() },
    });
    opened.push(house);
    return { house, kafka, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
