/** How far one projection is. */
export interface Step {
  readonly group: string;
  readonly done: number;
  readonly total: number;
}

const WIDTH = 24;

/** One line for a person: a bar over all projections, and the one that has most to do. */
export function progressLine(steps: readonly Step[]): string {
  const done = steps.reduce((sum, step) => sum + step.done, 0);
  const total = steps.reduce((sum, step) => sum + step.total, 0);
  const part = total === 0 ? 1 : done / total;
  const bar = '#'.repeat(Math.floor(part * WIDTH)).padEnd(WIDTH, '.');
  const [slowest] = [...steps].sort((a, b) => b.total - b.done - (a.total - a.done));
  const rest = slowest && slowest.done < slowest.total ? `, ${slowest.group} is at work` : '';
  return `[${bar}] ${Math.floor(part * 100)} % (${done} of ${total} records${rest})`;
}
