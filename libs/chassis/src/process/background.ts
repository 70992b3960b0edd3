import { Injectable } from '@nestjs/common';

/** Work that runs while the process serves: timers, senders, sweeps. */
export interface BackgroundWork {
  readonly name: string;
  start(): Promise<void>;
  /** Finishes what is in hand. Called before the log and the store are closed. */
  stop(): Promise<void>;
}

/**
 * Services add their background work while they are constructed; whoever runs the process starts it, or (a rebuild) does
 * not.
 */
@Injectable()
export class Background {
  private readonly works: BackgroundWork[] = [];
  private running: BackgroundWork[] = [];

  add(work: BackgroundWork): void {
    this.works.push(work);
  }

  async start(): Promise<void> {
    for (const work of this.works) {
      await work.start();
      this.running.push(work);
    }
  }

  async stop(): Promise<void> {
    const running = this.running.reverse();
    this.running = [];
    for (const work of running) await work.stop();
  }
}
