import { saidPlainly } from './said-plainly';

/** Runs a `main`: what it throws is said in plain words on stderr, and the process ends with code 1. */
export function runMain(main: () => Promise<unknown>): void {
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      process.stderr.write(`${saidPlainly(error)}\n`);
      process.exit(1);
    });
}
