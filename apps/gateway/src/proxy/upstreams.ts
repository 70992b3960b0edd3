import type { Upstream } from './upstream';

/** All addresses of one service. */
export class Upstreams {
  private turn = 0;

  constructor(readonly all: readonly Upstream[]) {}

  /** One address after the other, of those that are ready; of all when none is. Undefined when every one was tried. */
  next(tried: ReadonlySet<Upstream> = new Set()): Upstream | undefined {
    const left = this.all.filter((upstream) => !tried.has(upstream));
    const ready = left.filter((upstream) => upstream.ready);
    const choice = ready.length > 0 ? ready : left;
    this.turn = (this.turn + 1) % Number.MAX_SAFE_INTEGER;
    return choice[this.turn % choice.length];
  }
}
