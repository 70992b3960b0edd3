import { appendFileSync } from 'node:fs';

/** Keeps lines that were refused, as they were, so that they can be mended and sent again. */
export class Rejects {
  private waiting: Buffer[] = [];

  /** @param file undefined for whoever wants none */
  constructor(private readonly file: string | undefined) {}

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

const NEWLINE = Buffer.from('\n');
