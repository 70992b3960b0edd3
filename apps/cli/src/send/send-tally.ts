import type { LineResult } from './courier';

/** Reasons that are told apart, at most. */
const MOST_REASONS = 20;
const OTHERS = 'other reasons';

const HEALTH = 'health of the sensor';

/** Whether the house will never have what a line says: it is wrong, or no event of its sensor. What a sensor says of itself was heard. */
export const isWrong = ({ status, reason = '' }: LineResult): boolean =>
  status === 'refused' || (status === 'skipped' && !reason.startsWith(HEALTH));

/** What became of all lines. */
export class SendTally {
  readonly counts = { created: 0, updated: 0, skipped: 0, refused: 0 };
  /** Lines that are wrong. */
  wrong = 0;
  private readonly reasons = new Map<string, number>();

  add(result: LineResult): void {
    const { status, reason, error } = result;
    if (status === 'deferred') return;
    if (isWrong(result)) this.wrong += 1;
    this.counts[status] += 1;
    if (status === 'skipped' || status === 'refused') this.because(error ?? reason ?? status);
  }

  /** Lines that were decided. */
  get lines(): number {
    const { created, updated, skipped, refused } = this.counts;
    return created + updated + skipped + refused;
  }

  /** For machines. */
  json(seconds: number): object {
    const reasons = Object.fromEntries(this.reasons);
    return { lines: this.lines, ...this.counts, reasons, seconds };
  }

  /** For people: a sentence, and the reasons for which lines were not kept. */
  text(): string[] {
    const { created, updated, skipped, refused } = this.counts;
    const more = [
      ...(skipped > 0 ? [`${skipped} not kept`] : []),
      ...(refused > 0 ? [`${refused} refused`] : []),
    ];
    const parts = [`${created} new`, `${updated} known before`, ...more].join(', ');
    const reasons = [...this.reasons].sort(([, a], [, b]) => b - a);
    return [
      `${this.lines} ${this.lines === 1 ? 'line' : 'lines'} sent: ${parts}.`,
      ...reasons.map(([reason, count]) => `  ${count}  ${reason}`),
    ];
  }

  /** What follows a colon differs from line to line. */
  private because(sentence: string): void {
    const [reason = ''] = sentence.split(': ');
    const full = this.reasons.size >= MOST_REASONS && !this.reasons.has(reason);
    const key = full ? OTHERS : reason;
    this.reasons.set(key, (this.reasons.get(key) ?? 0) + 1);
  }
}
