/** The last moment that the API knows. West of Greenwich the last day of its years ends later. */
const LAST = '9999-12-31T23:59:59.999Z';

/** A time as the API takes it, ISO; what lies behind all that it knows is the last moment of that. */
export const isoOf = (at: Date): string =>
  at.getTime() > Date.parse(LAST) ? LAST : at.toISOString();
