import { jsonEscape } from '@parapet/chassis';

/** What some readers take for the end of a line, and JSON does not. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A value as one line of NDJSON, whatever reads its lines. */
export const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(LINE_ENDS, jsonEscape)}\n`;
