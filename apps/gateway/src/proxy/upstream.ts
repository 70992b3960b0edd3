import { type Dispatcher, Pool } from 'undici';

/** Bounds of time, in milliseconds. */
export interface Patience {
  readonly connect: number;
  /** Until an answer begins. Above the 30 s in which a service answers by itself. */
  readonly answer: number;
  /** Between two pieces of an answer. */
  readonly silence: number;
  /** Until an address says whether it is ready. */
  readonly look: number;
}

export const PATIENCE: Patience = { connect: 1_000, answer: 35_000, silence: 60_000, look: 1_000 };

/** Below the 65 s for which services keep an idle connection, so that none is used while it is being closed. */
const KEEP_MS = 30_000;

/** One address of a service, with its kept connections. */
export class Upstream {
  private readonly pool: Pool;
  private readonly doubts = new Set<() => void>();
  private looking: Promise<void> | undefined;
  /** Whether requests should go here rather than elsewhere, as far as is known. */
  ready = true;

  constructor(
    readonly origin: string,
    private readonly patience: Patience,
  ) {
    this.pool = new Pool(origin, {
      connect: { timeout: patience.connect },
      headersTimeout: patience.answer,
      bodyTimeout: patience.silence,
      keepAliveTimeout: KEEP_MS,
      keepAliveMaxTimeout: KEEP_MS,
      pipelining: 1,
    });
    this.pool.on('disconnect', () => this.doubt());
  }

  /** Rejects with what the HTTP client says: see `failureOf`. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.pool.request(options);
  }

  /** Something is wrong here, perhaps: others are preferred until it says that it is ready. */
  doubt(): void {
    if (!this.ready) return;
    this.ready = false;
    for (const hear of this.doubts) hear();
  }

  onDoubt(hear: () => void): void {
    this.doubts.add(hear);
  }

  /** Asks whether it may get traffic. One question at a time; whoever comes meanwhile shares it. */
  look(): Promise<void> {
    this.looking ??= this.ask().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Cuts what is still open: only after the last request has been answered. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private async ask(): Promise<void> {
    try {
      const { look } = this.patience;
      const { statusCode, body } = await this.pool.request({
        ...{ path: '/readyz', method: 'GET', headersTimeout: look, bodyTimeout: look },
      });
      await body.dump();
      this.ready = statusCode === 200;
    } catch {
      this.ready = false;
    }
  }
}
