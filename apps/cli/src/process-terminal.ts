import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import type { Colour, Terminal } from './surroundings';

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** How many fit beside each other in a window; 0 or undefined where that is not known. */
  readonly columns?: number;
}

/** The parts of a process that a person sees and types into. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Back to the beginning of the line, and clear it. */
const ANEW = '\r\u001b[2K';

/** Answers go to stdout, everything else to stderr: what is piped on is the answer alone. */
export function processTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  let drawn = false;
  const end = (): void => {
    if (drawn) stderr.write('\n');
    drawn = false;
  };
  const draw = (line: string): void => {
    stderr.write(`${ANEW}${withLastCut(line, stderr.columns)}`);
    drawn = true;
  };
  const ask = (question: string): Promise<string> => {
    end();
    stderr.write(question);
    return lineOf(stdin);
  };
  const colours = stdout.isTTY === true && !env['NO_COLOR'];
  return {
    out: (line) => {
      end();
      stdout.write(`${line}\n`);
    },
    say: (line) => {
      end();
      stderr.write(`${line}\n`);
    },
    paint: (colour: Colour, text) =>
      colours ? styleText(colour, text, { validateStream: false }) : text,
    ...(stderr.isTTY && { draw }),
    ...(stdin.isTTY && stderr.isTTY && { ask }),
  };
}

/** Of two lines in a window only the last one could be drawn over: what is drawn has no more than one, behind lines that stay. */
function withLastCut(text: string, columns = 0): string {
  if (columns === 0) return text;
  const last = text.lastIndexOf('\n') + 1;
  return text.slice(0, last) + text.slice(last, last + columns);
}

async function lineOf(stdin: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line;
  return '';
}
