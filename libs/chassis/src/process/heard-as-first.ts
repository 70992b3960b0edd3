import { constants } from 'node:os';

/** What a process hears signals by, and is ended by. */
export interface Hearing extends NodeJS.EventEmitter {
  readonly pid: number;
  exit(code: number): void;
}

/**
 * Has signals end the first process of a container too, with the code that a shell gives such an end: the kernel ends that one by none
 * that it does not listen to. Where somebody else listens as well, it is that one who decides.
 */
export function heardAsFirst(process: Hearing): void {
  if (process.pid !== 1) return;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(128 + constants.signals[name]);
    });
}
