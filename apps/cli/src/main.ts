import '@parapet/chassis/first';
import { failureCode } from './failure-code';
import { ofKnownHouse } from './known-house';
import { processTerminal } from './process-terminal';
import { runCli } from './run-cli';

/** Whoever read the answer has had enough of it (`| head`). */
const isUnread = (error: Error): boolean =>
  ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(String(failureCode(error)));

process.stdout.on('error', (error) => {
  // What shows something without end has nothing left to do; what changes something goes on to its own end.
  if (isUnread(error)) return void process.emit('SIGPIPE', 'SIGPIPE');
  process.stderr.write(`The answer could not be written: ${error.message}\n`);
  process.exit(1);
});
process.stderr.on('error', () => undefined);
// Whoever stops listening to it last would have it end the process, as it does where a socket that nobody reads is written to.
process.on('SIGPIPE', () => undefined);

void runCli(process.argv.slice(2), {
  terminal: processTerminal(process),
  input: () => process.stdin,
  env: process.env,
  settings: async () => {
    const { readSettings } = await import('@parapet/chassis');
    return ofKnownHouse(readSettings(process.env));
  },
  now: () => Date.now(),
}).then((code) =>
  process.stdout.write('', (error) => {
    if (!error || isUnread(error)) process.exit(code);
  }),
);
