/** A run of offsets: `from` inclusive, `to` exclusive. */
interface Range {
  readonly from: number;
  to: number;
}

/** Runs that are remembered of a partition; of more the oldest are forgotten. */
const REMEMBERED = 1_000;

/** Offsets of one partition that need not be handled, told in their order, as runs. */
export class SettledRanges {
  private ranges: Range[] = [];

  /** Takes note of one more, which lies behind all before; anything else is left to whoever reads. */
  add(offset: number): void {
    const last = this.ranges.at(-1);
    if (last && offset < last.to) return;
    if (last?.to === offset) last.to += 1;
    else this.ranges.push({ from: offset, to: offset + 1 });
    if (this.ranges.length > REMEMBERED) this.ranges.shift();
  }

  /** The end of the run that `from` lies in, else `from`. Forgets what lies before it: nobody asks for that again. */
  pass(from: number): number {
    const ahead = this.ranges.findIndex(({ to }) => to > from);
    this.ranges.splice(0, ahead < 0 ? this.ranges.length : ahead);
    const next = this.ranges[0];
    return next && next.from <= from ? next.to : from;
  }
}
