import { ofKnownHouse } from './known-house';
import { processTerminal } from './process-terminal';
import { runCli } from './run-cli';

// Whoever reads the answer has had enough of it (`| head`): nothing is left to do.
process.stdout.on('error', () => process.exit(0));

void runCli(process.argv.slice(2), {
  terminal: processTerminal(process),
  input: () => process.stdin,
  env: process.env,
  settings: async () => {
    const { readSettings } = await import('@parapet/chassis');
    return ofKnownHouse(readSettings(process.env));
  },
  now: () => Date.now(),
}).then((code) => process.exit(code));
