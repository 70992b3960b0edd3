import { type DynamicModule, type LoggerService, Module, type Type } from '@nestjs/common';
import { FrontDoor } from '../auth/front-door';
import { ChassisModule } from '../chassis.module';
import { Forwarding } from '../http/forwarding';
import type { Settings } from '../settings/settings.config';
import type { Tracing } from '../tracing/tracing';
import { Background } from './background';
import { buildApp, closer, initialise } from './build-app';
import type { Clock } from './clock';
import type { Front } from './house';
import { Metrics } from './metrics';
import { WellBeing } from './well-being';

/** What a process that keeps nothing is made of. Its module provides `Forwarding`. */
export interface FrontOptions {
  readonly module: Type | DynamicModule;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: LoggerService | false;
  /** As operators call the process. */
  readonly name: string;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
}

@Module({})
class FrontModule {}

/**
 * Builds a process that needs neither log nor documents: it answers what is its own, and forwards the rest as it came, unread and
 * uncounted, to services that authenticate by themselves.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { module, settings, clock, logger, name, tracing } = options;
  const metrics = new Metrics();
  const chassis = ChassisModule.keepingNothing({ settings, clock, metrics, name, tracing });
  const root = { module: FrontModule, imports: [chassis, module] };
  const built = await buildApp({ root, settings, logger, door: FrontDoor });
  const { app, adapter, routes } = built;
  adapter.forwardingTo(app.get(Forwarding, { strict: false }));
  const close = closer(built);
  await initialise(built, close);
  const serve = async (): Promise<void> => {
    await app.get(Background).start();
    app.get(WellBeing).serving();
  };
  return { app, routes, serve, close };
}
