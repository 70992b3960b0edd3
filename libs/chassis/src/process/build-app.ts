import type { DynamicModule, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { onRequestHookHandler, preValidationHookHandler } from 'fastify';
import { Admission } from '../http/admission';
import { BodyPipe } from '../http/body.pipe';
import { drainer } from '../http/drainer';
import type { Door } from '../http/door';
import { HouseAdapter } from '../http/http-adapter';
import { ProblemFilter } from '../http/problem.filter';
import { routeOf } from '../http/route-of';
import type { RouteTable } from '../http/route-table';
import { UnknownPages } from '../http/unknown-pages';
import type { Settings } from '../settings/settings.config';
import { beginRequest } from '../tracing/trace-requests';
import { Tracing } from '../tracing/tracing';
import { Background } from './background';
import { Metrics } from './metrics';
import { WellBeing } from './well-being';

/** What an application is built from. */
export interface AppOptions {
  readonly root: DynamicModule;
  readonly settings: Settings;
  readonly logger: LoggerService | false;
  /** The provider that decides which requests pass. */
  readonly door: Type<Door>;
}

/** An application whose modules are constructed but not initialised. */
export interface Built {
  readonly app: NestFastifyApplication;
  readonly adapter: HouseAdapter;
  readonly routes: RouteTable;
}

function measure(app: NestFastifyApplication, metrics: Metrics): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      const seconds = (performance.now() - request.cameAt) / 1000;
      const known = request.is404 ? request.forwardedTo : routeOf(request).url;
      metrics.request(known ?? 'unknown', request.method, reply.statusCode, seconds);
      done();
    });
}

function trace(adapter: HouseAdapter, tracing: Tracing): void {
  if (!tracing.isOn) return;
  adapter.tracedBy((request, reply) => beginRequest(tracing, request, reply));
}

/** Behind the door, before any body is read, and when it has come. */
function turnAway(app: NestFastifyApplication, admission: Admission): void {
  const ask: onRequestHookHandler = (request, _reply, done) =>
    done(admission.refusal(request) ?? undefined);
  const begin: preValidationHookHandler = (request, reply, done) =>
    done(admission.begin(request, reply) ?? undefined);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (!route.config?.queued) return;
      route.onRequest = [...[route.onRequest ?? []].flat(), ask];
      route.preValidation = [...[route.preValidation ?? []].flat(), begin];
    });
}

/** Constructs every module and wires HTTP: limits, the door, admission, errors, metrics, traces. */
export async function buildApp({ root, settings, logger, door }: AppOptions): Promise<Built> {
  const adapter = new HouseAdapter(settings);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    ...{ logger, bodyParser: false, abortOnError: false },
  });
  adapter.findingBy((type) => app.get(type, { strict: false }));
  adapter.guardedBy(app.get(door));
  const pages = app.get(UnknownPages);
  adapter.missingShownBy((request, reply) => pages.show(request, reply));
  turnAway(app, app.get(Admission));
  measure(app, app.get(Metrics));
  trace(adapter, app.get(Tracing));
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalPipes(new BodyPipe());
  return { app, adapter, routes: adapter.routes };
}

/** Initialises every module and refuses routes of which nobody said who may call them; on failure closes what was built. */
export async function initialise(
  { app, adapter }: Built,
  close: () => Promise<void>,
): Promise<void> {
  try {
    await app.init();
    await adapter.getInstance().ready();
    adapter.routes.refuseUndeclared();
  } catch (error) {
    await close();
    throw error;
  }
}

/** The gentle stop of an application; safe to call twice. */
export function closer({ app, adapter }: Built): () => Promise<void> {
  const drain = drainer(adapter.getInstance(), adapter.connections);
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
