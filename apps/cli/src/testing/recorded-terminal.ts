import { Readable } from 'node:stream';
import { processTerminal } from '../process-terminal';
import type { Terminal } from '../surroundings';

/** What somebody sits at. */
export interface Screen {
  /** Whether somebody does. */
  readonly isTTY?: boolean;
  /** What is typed. */
  readonly typed?: string | AsyncIterable<string>;
}

/** A terminal that keeps what was written to it: `answer` what went to stdout, `said` what went to stderr. */
export function recordedTerminal({ isTTY = false, typed = '' }: Screen = {}): {
  readonly terminal: Terminal;
  answer(): string;
  said(): string;
} {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => (written[name] += text),
    isTTY,
  });
  const stdin = Object.assign(Readable.from(typeof typed === 'string' ? [typed] : typed), {
    isTTY,
  });
  const streams = { stdin, stdout: stream('stdout'), stderr: stream('stderr'), env: {} };
  return {
    terminal: processTerminal(streams),
    answer: () => written.stdout,
    said: () => written.stderr,
  };
}
