import { Logger } from '@nestjs/common';

/** How long a stop may take; then the process ends all the same. */
const STOP_MS = 9_000;

/**
 * Ends the process on SIGTERM, SIGINT or SIGHUP after `stop` has resolved, or after 9 s: it is told of that moment, by `performance.now()`.
 * Signals that follow change nothing: after Ctrl-C the terminal tells every process, and npm tells its child once more.
 */
export function endOnSignals(stop: (until: number) => Promise<void>): void {
  const logger = new Logger('process');
  let stopping = false;
  const end = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.log(`${signal}: stopping`);
    // A request that never ends must not keep the process: what is acknowledged is durable anyway.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop(performance.now() + STOP_MS).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error(error);
        process.exit(1);
      },
    );
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, end);
}
