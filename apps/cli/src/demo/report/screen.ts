import { Format } from 'cli-progress';
import type { Terminal } from '../../surroundings';

/** Where a person watches a day go by. */
export interface Screen {
  /** A line that stays, above the bar where one is drawn. */
  line(text: string): void;
  /** How far the day is. */
  day(far: Far): void;
  /** The bar will not be drawn again. */
  dayIsOver(): void;
}

export interface Far {
  readonly sent: number;
  readonly total: number;
  /** Time of the day that is played, milliseconds since 1970. */
  readonly at: number;
}

const BAR_SIZE = 30;
const BAR = {
  ...{ barsize: BAR_SIZE, barGlue: '' },
  barCompleteString: '\u2588'.repeat(BAR_SIZE),
  barIncompleteString: '\u2591'.repeat(BAR_SIZE),
};

/** Oftener nobody can read it. */
const DRAW_MS = 60;

/** The bar as a line of at most 78 characters. */
export function barText({ sent, total, at }: Far): string {
  const clock = new Date(at).toISOString().slice(11, 16);
  const percent = `${Math.floor((100 * sent) / total)}%`.padStart(5);
  return `  ${clock} ${Format.BarFormat(sent / total, BAR)}${percent}  ${sent} of ${total} sent`;
}

/** Lines and a bar for a person; lines alone where the output goes elsewhere. @param now milliseconds of a clock that only goes on */
export function screenOn({ draw, say }: Terminal, now: () => number): Screen {
  let bar = '';
  let drawnAt = -Infinity;
  if (!draw) return { line: say, day: () => undefined, dayIsOver: () => undefined };
  return {
    // What is drawn replaces one line: the bar moves down by what is drawn above it.
    line: (text) => (bar === '' ? say(text) : draw(`${text}\n${bar}`)),
    day: (far) => {
      bar = barText(far);
      const over = far.sent === far.total;
      if (!over && now() - drawnAt < DRAW_MS) return;
      drawnAt = now();
      draw(bar);
    },
    dayIsOver: () => {
      if (bar !== '') say('');
      bar = '';
    },
  };
}

/** Says nothing: for who reads the end alone. */
export const NO_SCREEN: Screen = {
  line: () => undefined,
  day: () => undefined,
  dayIsOver: () => undefined,
};
