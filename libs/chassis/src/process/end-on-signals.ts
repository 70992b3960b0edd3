import { Logger } from '@nestjs/common';

/** How long a stop may take; then the process ends all the same. */
const STOP_MS = 9_000;

/** Ends the process on SIGTERM or SIGINT after `stop` has resolved, or after 9 s. */
export function endOnSignals(stop: () => Promise<void>): void {
  const logger = new Logger('process');
  const end = (signal: NodeJS.Signals): void => {
    logger.log(`${signal}: stopping`);
    // A request that never ends must not keep the process: what is acknowledged is durable anyway.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
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
