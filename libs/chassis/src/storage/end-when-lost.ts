import { Logger } from '@nestjs/common';

/**
 * Ends the process because its storage is gone for good: a thread or a driver gave up, and only a new process helps. Said in one
 * line of the log. What was acknowledged is durable, so nothing has to be finished.
 */
export function endWhenLost(error: Error): void {
  new Logger('process').fatal({ msg: `ending: ${error.message}`, err: error });
  process.exit(1);
}
