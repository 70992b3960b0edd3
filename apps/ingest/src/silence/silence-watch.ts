import { Injectable, Logger } from '@nestjs/common';
import { Background, type BackgroundWork, Settings } from '@parapet/chassis';
import { SilenceRounds } from './silence-rounds';
import { silenceRule } from './silence-rule';

const LONGEST_STEP_MS = 30_000;

/** Goes its rounds while the process serves, ten in the time after which an agent is silent, and at least one in half a minute. */
@Injectable()
export class SilenceWatch implements BackgroundWork {
  readonly name = 'ingest.silence';
  private readonly logger = new Logger(this.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly rounds: SilenceRounds,
    private readonly settings: Settings,
    background: Background,
  ) {
    background.add(this);
  }

  async start(): Promise<void> {
    const rule = silenceRule(this.settings);
    if (!rule) return;
    const stepMs = Math.min(LONGEST_STEP_MS, Math.ceil(rule.afterMs / 10));
    this.timer = setInterval(() => this.go(), stepMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.round;
  }

  /** One at a time; what fails is tried in the next. */
  private go(): void {
    this.round ??= this.rounds
      .make(this.stopping.signal)
      .catch((error: unknown) => this.logger.warn({ err: error, msg: 'a round failed' }))
      .finally(() => (this.round = undefined));
  }
}
