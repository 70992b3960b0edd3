import type { Terminal } from '../surroundings';
import { processTerminal } from '../process-terminal';

/** A terminal that keeps what was written to it: `answer` what went to stdout, `said` what went to stderr. */
export function recordedTerminal(isTTY = false): {
  readonly terminal: Terminal;
  answer(): string;
  said(): string;
} {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => (written[name] += text),
  });
  return {
    terminal: processTerminal({ stdout: stream('stdout'), stderr: { ...stream('stderr'), isTTY } }),
    answer: () => written.stdout,
    said: () => written.stderr,
  };
}
