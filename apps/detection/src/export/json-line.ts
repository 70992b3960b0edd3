/** What some readers take for the end of a line, and JSON does not. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as one line of NDJSON, whatever reads its lines. */
export const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(LINE_ENDS, escaped)}\n`;
