import { Logger, type Type } from '@nestjs/common';
import type { Settings } from '../settings/settings.config';
import { systemClock } from './clock';
import { type House, openHouse } from './house';
import { Metrics } from './metrics';
import { makePino, PinoLogger } from './pino-logger';
import { saidPlainly } from './said-plainly';

/** How long a stop may take; then the process ends all the same. */
const STOP_MS = 9_000;

/** A process that serves. */
export interface Running extends House {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
}

/**
 * Runs a module as a process: consumers, background work, HTTP. Prints one line with its address on stdout when it serves, and
 * ends on SIGTERM or SIGINT after what is in hand is done, in less than 10 s.
 */
export async function start(module: Type, settings: Settings): Promise<Running> {
  const logger = new PinoLogger(makePino(settings.logLevel));
  const house = await openHouse({ modules: [module], settings, clock: systemClock, logger });
  for (const warning of settings.warnings) logger.warn(warning, 'settings');
  if (settings.metrics) house.app.get(Metrics).watchProcess();
  endOnSignals(house);
  try {
    await house.consume();
    await house.serve();
    await house.app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await house.close();
    throw error;
  }
  const url = addressOf(house, settings.host);
  process.stdout.write(`Parapet is ready at ${url}\n`);
  return { ...house, url };
}

/** Where people on this machine reach it. */
function addressOf(house: House, host: string): string {
  const address = house.app.getHttpServer().address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function endOnSignals(house: House): void {
  const logger = new Logger('process');
  const end = (signal: NodeJS.Signals): void => {
    logger.log(`${signal}: stopping`);
    // A request that never ends must not keep the process: what is acknowledged is durable anyway.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    house.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

/** Runs a `main`: what it throws is said in plain words on stderr, and the process ends with code 1. */
export function runMain(main: () => Promise<unknown>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${saidPlainly(error)}\n`);
    process.exit(1);
  });
}
