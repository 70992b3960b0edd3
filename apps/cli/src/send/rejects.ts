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

  add(line: Buffer): void {
    if (this.file !== undefined) this.waiting.push(line, NEWLINE);
  }

  /** Writes them, before their batch is forgotten. */
  flush(): void {
    if (this.file === undefined || this.waiting.length === 0) return;
    appendFileSync(this.file, Buffer.concat(this.waiting), { mode: 0o600 });
    this.waiting = [];
  }
}

function refuseUnwritable(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const why = failureText(error);
    if (why === null) throw error;
    throw new Error(
      `${file} cannot keep what is refused (${why}): give --rejects a file that this user may write.`,
      { cause: error },
    );
  }
}

const NEWLINE = Buffer.from('\n');
