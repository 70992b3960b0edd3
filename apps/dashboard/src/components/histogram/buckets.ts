/** What a histogram of the API is made of: where the bucket begins (ISO), and how many of each series are in it. */
export type Bucket<K extends string> = { readonly time: string } & Readonly<Record<K, number>>;

/** One kind of thing that is counted, from the bottom of the stack upwards. */
export interface Series<K extends string> {
  readonly key: K;
  readonly label: string;
  /** A colour of the theme, such as `red.6`. */
  readonly color: string;
}

/** A span of time as the filters of lists take it: `since` is exclusive, `until` inclusive; both ISO. */
export interface Span {
  readonly since: string;
  readonly until: string;
}

/** The span of the buckets from one to another, both included, in whichever order they were chosen. */
export function spanOf(one: string, other: string, stepSeconds: number): Span {
  const times = [Date.parse(one), Date.parse(other)];
  const begin = Math.min(...times);
  const end = Math.max(...times) + stepSeconds * 1000;
  return { since: justBefore(begin), until: justBefore(end) };
}

/** The last nanosecond before a time, which is in milliseconds since 1970: times are not told more finely. */
const justBefore = (ms: number): string => new Date(ms - 1).toISOString().replace(/Z$/, '999999Z');

const HOUR_S = 3600;
const DAY_S = 86_400;
const DAY = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

/** How the axis says where a bucket begins: as much of it as tells the buckets apart. */
export function tickOf(time: string, stepSeconds: number): string {
  const at = new Date(time);
  if (stepSeconds >= DAY_S) return at.toLocaleDateString(undefined, DAY);
  if (stepSeconds < HOUR_S) return at.toLocaleTimeString(undefined, CLOCK);
  return at.toLocaleString(undefined, { ...DAY, ...CLOCK });
}

/**
 * A bucket's whole time, for people. One of a day of UTC has the name of a day only where days begin at the same time.
 * @param timeZone where they are; where the browser is, unless given
 */
export function spanText(time: string, stepSeconds: number, timeZone?: string): string {
  const begin = new Date(time);
  const end = new Date(begin.getTime() + stepSeconds * 1000);
  const ofDays = stepSeconds >= DAY_S;
  if (ofDays && begin.toLocaleTimeString('en-GB', { ...CLOCK, timeZone }) === '00:00')
    return begin.toLocaleDateString(undefined, { ...DAY, timeZone });
  const from = begin.toLocaleString(undefined, { ...DAY, ...CLOCK, timeZone });
  return `${from} – ${end.toLocaleString(undefined, { ...(ofDays && DAY), ...CLOCK, timeZone })}`;
}
