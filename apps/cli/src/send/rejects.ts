import { appendFileSync, closeSync, openSync } from 'node:fs';
import { failureText } from '../failure-code';

/** Keeps lines that were refused, as they were, so that they can be mended and sent again. */
export class Rejects {
  private waiting: Buffer[] = [];

  /**
   * @param file undefined for whoever wants none
   * @throws Error with a sentence when it cannot be written: not days later, when the first line is refused
   */
  constructor(private readonly file: string | undefined) {
    if (file !== undefined) refuseUnwritable(file);
  }

  add(...lines: readonly Buffer[]): void {
    if (this.file !== undefined) this.waiting.push(...lines.flatMap((line) => [line, NEWLINE]));
  }

  /** Writes them, before their batch is forgotten. @throws Error with a sentence when that is not possible */
  flush(): void {
    if (this.file === undefined || this.waiting.length === 0) return;
    try {
      appendFileSync(this.file, Buffer.concat(this.waiting), { mode: 0o600 });
    } catch (error) {
      throw unkept(this.file, error, 'make room there and send again: nothing is doubled');
    }
    this.waiting = [];
  }
}

function refuseUnwritable(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw unkept(file, error, 'give --rejects a file that this user may write');
  }
}

/** What is said of a file that cannot be written; what is no fault of the system, as it is. */
function unkept(file: string, error: unknown, advice: string): unknown {
  const why = failureText(error);
  if (why === null) return error;
  return new Error(`${file} cannot keep what is refused (${why}): ${advice}.`, { cause: error });
}

const NEWLINE = Buffer.from('\n');
