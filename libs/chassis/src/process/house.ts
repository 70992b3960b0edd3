import { type DynamicModule, type LoggerService, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ConsumerSpec, EventLog, EventLogServer } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { Door } from '../auth/door';
import { ChassisModule, type ChassisOptions } from '../chassis.module';
import { BodyPipe } from '../http/body.pipe';
import { drainer } from '../http/drainer';
import { HouseAdapter } from '../http/http-adapter';
import { ProblemFilter } from '../http/problem.filter';
import type { RouteTable } from '../http/route-table';
import { Projections } from '../projection/projections';
import { Background } from './background';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { Replay } from './replay';
import { WellBeing } from './well-being';

export interface HouseOptions extends ChassisOptions {
  readonly modules: readonly (Type | DynamicModule)[];
  readonly logger: LoggerService | false;
  /** Which consumers run. Default: all. */
  readonly kinds?: readonly ConsumerSpec['kind'][];
}

/** A process's whole inside, not yet consuming or serving. */
export interface House {
  readonly app: NestFastifyApplication;
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly consumers: EventLogServer;
  readonly routes: RouteTable;
  /** Starts the consumers. */
  consume(): Promise<void>;
  /** Starts the background work and lets `/readyz` say yes. */
  serve(): Promise<void>;
  /** Drains requests, then background work, then consumers, and closes log and store last. */
  close(): Promise<void>;
}

@Module({})
class HouseModule {}

function measure(app: NestFastifyApplication, metrics: Metrics): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      const seconds = (performance.now() - request.cameAt) / 1000;
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
      metrics.request(route, request.method, reply.statusCode, seconds);
      done();
    });
}

function connectConsumers(
  app: NestFastifyApplication,
  kinds: HouseOptions['kinds'],
): EventLogServer {
  const projections = app.get(Projections);
  const consumers = new EventLogServer(app.get(EventLog), {
    progressOf: (group, topic) => projections.of(group, topic),
    ...(kinds && { kinds }),
  });
  app.connectMicroservice({ strategy: consumers });
  return consumers;
}

function closer(app: NestFastifyApplication, drain: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    app.get(WellBeing).stopping();
    // The background stops after the last request, the consumers and the log after that.
    await drain();
    await app.get(Background).stop();
    await app.close();
  };
  return () => (closing ??= close());
}

/** Builds a process out of modules: opens log and store, wires HTTP and consumers, initialises every module. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const adapter = new HouseAdapter(options.settings);
  const root: DynamicModule = {
    module: HouseModule,
    imports: [ChassisModule.forRoot(options), ...options.modules],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: options.logger,
    bodyParser: false,
    abortOnError: false,
  });
  adapter.guardedBy(app.get(Door));
  measure(app, app.get(Metrics));
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(new BodyPipe());
  const consumers = connectConsumers(app, options.kinds);
  const replay = new Replay(consumers, app.get(Readiness));
  const close = closer(app, drainer(adapter.getInstance()));
  try {
    await app.init();
    await adapter.getInstance().ready();
    adapter.routes.refuseUndeclared();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    app,
    log: app.get(EventLog),
    store: app.get(ReadModel),
    consumers,
    routes: adapter.routes,
    consume: async () => {
      await app.startAllMicroservices();
      replay.begin();
    },
    serve: async () => {
      await app.get(Background).start();
      await app.get(WellBeing).serving();
    },
    close,
  };
}
