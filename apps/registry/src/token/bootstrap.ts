import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Background, type BackgroundWork, Readiness } from '@parapet/chassis';
import { Unavailable } from '@parapet/contracts';
import { AdminTokens } from './admin-tokens';

const AGAIN_AFTER_MS = 1_000;

/** Where the first token is shown. */
export abstract class Console {
  abstract print(line: string): void;
}

export const processConsole: Console = {
  print: (line) => void process.stdout.write(`${line}\n`),
};

/** At every start, sets up the admin token and shows a new one once. The process is not ready until that is done. */
@Injectable()
export class Bootstrap implements BackgroundWork {
  readonly name = 'bootstrap';
  private readonly stopping = new AbortController();
  private retrying: Promise<void> = Promise.resolve();
  private missing: string | null = 'the admin token is not set up yet';

  constructor(
    private readonly adminTokens: AdminTokens,
    private readonly console: Console,
    background: Background,
    readiness: Readiness,
  ) {
    background.add(this);
    readiness.add('admin token', () => this.missing);
  }

  /** The first try is waited for; while the log is away, further ones go on behind. Any other failure ends the start. */
  async start(): Promise<void> {
    try {
      await this.attempt();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.retrying = this.retry();
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.retrying;
  }

  private async attempt(): Promise<void> {
    const made = await this.adminTokens.ensure();
    if (made !== null) this.console.print(`Admin token: ${made}`);
    this.missing = null;
  }

  private async retry(): Promise<void> {
    const { signal } = this.stopping;
    while (this.missing !== null) {
      await pause(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.attempt().catch((error: unknown) => {
        this.missing = `the admin token cannot be set up: ${String(error)}`;
      });
    }
  }
}
