import { Format } from 'cli-progress';

/** How far one projection is. */
export interface Step {
  readonly group: string;
  readonly done: number;
  readonly total: number;
}

/** How far all of them are. */
export interface Far {
  readonly done: number;
  readonly total: number;
  /** The one that has most to do; undefined when all are there. */
  readonly slowest: string | undefined;
}

const WIDTH = 24;
const BAR = {
  ...{ barsize: WIDTH, barGlue: '' },
  ...{ barCompleteString: '#'.repeat(WIDTH), barIncompleteString: '.'.repeat(WIDTH) },
};

export function farOf(steps: readonly Step[]): Far {
  const sum = (of: (step: Step) => number): number => steps.reduce((all, s) => all + of(s), 0);
  const [slowest] = [...steps].sort((a, b) => b.total - b.done - (a.total - a.done));
  return {
    done: sum(({ done }) => done),
    total: sum(({ total }) => total),
    slowest: slowest && slowest.done < slowest.total ? slowest.group : undefined,
  };
}

/** One line for a person: a bar over all projections, how long it may take yet, and who has most to do. @param secondsLeft null when that cannot be told */
export function progressLine({ done, total, slowest }: Far, secondsLeft: number | null): string {
  const part = total === 0 ? 1 : done / total;
  const bar = Format.BarFormat(part, BAR);
  const left = secondsLeft === null ? 'time left unknown' : `${timeText(secondsLeft)} left`;
  const rest = slowest === undefined ? '' : `, ${left}, ${slowest} is at work`;
  return `[${bar}] ${Math.floor(part * 100)} % (${done} of ${total} records${rest})`;
}

function timeText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
