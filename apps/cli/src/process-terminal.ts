import type { Terminal } from './surroundings';

/** The parts of a process that are written to. */
export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Back to the beginning of the line, and clear it. */
const ANEW = '\r\u001b[2K';

/** Answers go to stdout, everything else to stderr: what is piped on is the answer alone. */
export function processTerminal({ stdout, stderr }: Streams): Terminal {
  let drawn = false;
  const end = (): void => {
    if (drawn) stderr.write('\n');
    drawn = false;
  };
  const draw = (line: string): void => {
    stderr.write(`${ANEW}${line}`);
    drawn = true;
  };
  return {
    out: (line) => {
      end();
      stdout.write(`${line}\n`);
    },
    say: (line) => {
      end();
      stderr.write(`${line}\n`);
    },
    ...(stderr.isTTY && { draw }),
  };
}
