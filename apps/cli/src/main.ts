import { failureCode } from './failure-code';
import { ofKnownHouse } from './known-house';
import { processTerminal } from './process-terminal';
import { runCli } from './run-cli';

process.stdout.on('error', (error) => {
  // Whoever reads the answer has had enough of it (`| head`): nothing is left to do.
  if (failureCode(error) === 'EPIPE') process.exit(0);
  process.stderr.write(`The answer could not be written: ${error.message}\n`);
  process.exit(1);
});

void runCli(process.argv.slice(2), {
  terminal: processTerminal(process),
  input: () => process.stdin,
  env: process.env,
  settings: async () => {
    const { readSettings } = await import('@parapet/chassis');
    return ofKnownHouse(readSettings(process.env));
  },
  now: () => Date.now(),
}).then((code) => process.stdout.write('', (error) => error ?? process.exit(code)));
