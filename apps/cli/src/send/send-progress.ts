import type { Surroundings } from '../surroundings';

const WIDTH = 24;
/** Between two drawings, in milliseconds. */
const OFTEN_ENOUGH = 100;

/**
 * Draws how far a file is, for a person who watches.
 * @param total bytes of it; undefined when that is not known, and nothing is drawn
 * @returns is told how many bytes more were sent, and how many lines in all
 */
export function sendProgress(
  total: number | undefined,
  { terminal: { draw }, now }: Pick<Surroundings, 'terminal' | 'now'>,
): (bytes: number, lines: number) => void {
  if (total === undefined || !draw) return () => undefined;
  const began = now();
  let [sent, drawn] = [0, 0];
  return (bytes, lines) => {
    sent += bytes;
    const at = now();
    if (at - drawn < OFTEN_ENOUGH && sent < total) return;
    drawn = at;
    draw(sendLine({ sent, total, lines, seconds: (at - began) / 1_000 }));
  };
}

/** How far it is. */
export interface Far {
  /** Bytes. */
  readonly sent: number;
  readonly total: number;
  readonly lines: number;
  readonly seconds: number;
}

/** One line: a bar, what was sent, how fast that was, and how long the rest will take if it goes on like that. */
export function sendLine({ sent, total, lines, seconds }: Far): string {
  const part = total === 0 ? 1 : Math.min(1, sent / total);
  const bar = '#'.repeat(Math.floor(part * WIDTH)).padEnd(WIDTH, '.');
  const speed = seconds > 0 ? `, ${Math.round(lines / seconds)} a second` : '';
  const rest = part > 0 && part < 1 ? `, ${Math.ceil((seconds * (1 - part)) / part)} s left` : '';
  return `[${bar}] ${Math.floor(part * 100)} % (${lines} lines${speed}${rest})`;
}
