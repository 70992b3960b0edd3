import { type DynamicModule, Logger, type LoggerService, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ConsumerSpec, EventLog, EventLogServer } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { ServiceDoor } from '../auth/service-door';
import { ChassisModule } from '../chassis.module';
import { Projections } from '../projection/projections';
import { openStorage, type Storage, type StorageOptions } from '../storage/storage';
import type { Tracing } from '../tracing/tracing';
import { Background } from './background';
import { buildApp, type Built, closer, initialise } from './build-app';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { Replay } from './replay';
import { StorageHealth } from './storage-health';
import { untilOfLog } from './until-of-log';
import { WellBeing } from './well-being';

/** What a process is made of: its modules, and where its storage comes from (see `StorageOptions`). */
export interface HouseOptions extends Omit<StorageOptions, 'metrics' | 'waiting'> {
  readonly modules: readonly (Type | DynamicModule)[];
  readonly logger: LoggerService | false;
  /** As operators call the process. Default: house. */
  readonly name?: string;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
  /** Which consumers run. Default: all. */
  readonly kinds?: readonly ConsumerSpec['kind'][];
  /** Reads the log beside the consumers of a running house (`ConsumeOptions.beside`). */
  readonly beside?: true;
  /** Hears what is being waited for, storage, documents of this log or credentials, and null when that is there. */
  readonly waiting?: (what: string, reason: string | null) => void;
}

/** A process's whole inside, not yet serving. */
export interface Front extends Pick<Built, 'app' | 'routes'> {
  /** Starts the background work and lets `/readyz` say yes. @throws Unavailable */
  serve(): Promise<void>;
  /** Drains requests, then background work, then consumers, and closes log and store last. */
  close(): Promise<void>;
}

/** The inside of a process that keeps facts and documents, not yet consuming or serving. */
export interface House extends Front {
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly consumers: EventLogServer;
  /** Resolves when the documents are of this log, see `untilOfLog`. @throws Unavailable */
  ofLog(): Promise<void>;
  /** Starts the consumers. */
  consume(): Promise<void>;
}

@Module({})
class HouseModule {}

function connectConsumers(
  app: NestFastifyApplication,
  { kinds, beside }: HouseOptions,
): EventLogServer {
  const projections = app.get(Projections);
  const consumers = new EventLogServer(app.get(EventLog), {
    progressOf: (group, topic) => projections.of(group, topic),
    ...(kinds && { kinds }),
    ...(beside !== undefined && { beside }),
  });
  app.connectMicroservice({ strategy: consumers });
  return consumers;
}

/** Documents of a house in one process are made again by itself after an upgrade that needs it: projections begin from the start. */
async function makeAgain(store: ReadModel): Promise<void> {
  new Logger('process').warn('documents of an older version are made again from the log');
  await store.dropDerived();
}

function finish(built: Built, options: HouseOptions): House {
  const { app, routes } = built;
  const [log, store] = [app.get(EventLog), app.get(ReadModel)];
  const consumers = connectConsumers(app, options);
  const from = { log, store, consumers, projections: app.get(Projections) };
  const replay = new Replay(from, app.get(Readiness));
  return {
    ...{ app, routes, log, store, consumers },
    ofLog: () => untilOfLog(from, options),
    consume: async () => {
      if (store.isOutdated) await makeAgain(store);
      await app.startAllMicroservices();
      replay.begin();
    },
    serve: async () => {
      await app.get(Background).start();
      await app.get(StorageHealth).credentialsKnown(options);
      app.get(WellBeing).serving();
    },
    close: closer(built),
  };
}

async function build(options: HouseOptions, metrics: Metrics, storage: Storage): Promise<House> {
  const { settings, clock, modules, logger, tracing, name = 'house' } = options;
  const chassis = ChassisModule.stored({ settings, clock, metrics, name, tracing }, storage);
  const root = { module: HouseModule, imports: [chassis, ...modules] };
  const built = await buildApp({ root, settings, logger, door: ServiceDoor });
  const house = finish(built, options);
  await initialise(built, house.close);
  return house;
}

/**
 * Builds a process out of modules: opens log and store, wires HTTP and consumers, initialises every module.
 * @throws Unavailable when log or store went away meanwhile; Error with a sentence that says what to do
 */
export async function openHouse(options: HouseOptions): Promise<House> {
  const metrics = new Metrics();
  const storage = await openStorage({ ...options, metrics });
  try {
    return await build(options, metrics, storage);
  } catch (error) {
    await storage.log.close();
    await storage.store.close();
    throw error;
  }
}
