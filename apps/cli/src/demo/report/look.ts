import { styleText } from 'node:util';

/** How a report looks where it is read. */
export interface Look {
  /** Characters of a line. */
  readonly columns: number;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Coloured by how bad it is. */
  severity(text: string, severity: string): string;
}

const COLOURS = new Map([
  ['critical', 'red'],
  ['high', 'magenta'],
  ['medium', 'yellow'],
  ['low', 'cyan'],
] as const);

type Style = Parameters<typeof styleText>[0];

interface Reader {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours for a person at a terminal who does not refuse them (`NO_COLOR`); plain text for everybody else. */
export function lookOf(stream: Reader, env: Readonly<Record<string, string | undefined>>): Look {
  const coloured = stream.isTTY === true && !env['NO_COLOR'];
  const paint =
    (style: Style) =>
    (text: string): string =>
      coloured ? styleText(style, text, { validateStream: false }) : text;
  return {
    columns: Math.max(60, stream.columns ?? 100),
    ...{ bold: paint('bold'), dim: paint('dim'), good: paint('green'), bad: paint('red') },
    severity: (text, severity) => {
      const colour = [...COLOURS].find(([word]) => word === severity)?.[1];
      return colour === undefined ? text : paint(colour)(text);
    },
  };
}
