import { isAbsolute, resolve } from 'node:path';
import type { RateLimit } from './settings.config';

/** Reads the text of a setting. Throws an `Error` whose message completes the sentence "NAME must be …". */
export type Parser<T> = (text: string) => T;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** What lies a longer time ago has no date in JavaScript, and nothing could be compared with it. */
const LONGEST_MS = 1_000_000 * 86_400_000;

function milliseconds(text: string): number | null {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return null;
  const ms = Number(amount) * (UNITS[unit] ?? 0);
  return ms <= LONGEST_MS ? ms : null;
}

/** `120s`, `5m`, `1h`, `30d` → milliseconds; not zero. */
export const duration: Parser<number> = (text) => {
  const ms = milliseconds(text);
  if (!ms) throw new Error('a duration such as 120s, 5m, 1h or 30d, at most 1000000d');
  return ms;
};

/** A duration, or `off` → null. */
export const durationOrOff: Parser<number | null> = (text) => {
  if (text === 'off') return null;
  const ms = milliseconds(text);
  if (!ms) throw new Error('a duration such as 12h or 5d, at most 1000000d, or off');
  return ms;
};

/** Half of the time that deliveries are kept: `Retry-After` may make each wait as long as the next. */
const LONGEST_SCHEDULE_MS = 45 * 86_400_000;

/** `0s,5s,5m` → milliseconds. The first is when the first attempt is made. */
export const schedule: Parser<readonly number[]> = (text) => {
  const steps = text.split(',').map((step) => milliseconds(step.trim()));
  const known = steps.every((step) => step !== null);
  if (!known || steps.length > 100 || steps.reduce((a, b) => a + b, 0) > LONGEST_SCHEDULE_MS)
    throw new Error(
      'durations separated by commas, such as 0s,5s,5m,30m (at most 100, at most 45d together)',
    );
  return steps;
};

/** `1000/1h` → so many requests in a window. */
export const rate: Parser<RateLimit> = (text) => {
  const [, count, window] = /^(\d{1,9})\/(\w+)$/.exec(text) ?? [];
  const windowMs = milliseconds(window ?? '');
  if (!count || Number(count) === 0 || !windowMs || windowMs < 1000)
    throw new Error('a number of requests and a window of at least 1s, such as 1000/1h');
  return { limit: Number(count), windowMs };
};

/** `on` or `off` (also `true` and `false`). */
export const onOff: Parser<boolean> = (text) => {
  if (text === 'on' || text === 'true') return true;
  if (text === 'off' || text === 'false') return false;
  throw new Error('on or off');
};

const LAST_PORT = 65_535;

export const port: Parser<number> = (text) => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(value <= LAST_PORT)) throw new Error('a port number from 0 (any free one) to 65535');
  return value;
};

export const integer =
  (from: number, to: number): Parser<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (!(value >= from && value <= to)) throw new Error(`a whole number from ${from} to ${to}`);
    return value;
  };

/** A part of all: `0.01` is a hundredth. */
export const share: Parser<number> = (text) => {
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : NaN;
  if (!(value <= 1)) throw new Error('a number from 0 to 1, such as 0.01');
  return value;
};

/** A folder; a relative one is taken from the working directory. */
export const folder: Parser<string> = (text) => (isAbsolute(text) ? text : resolve(text));

const hasCredentials = ({ username, password }: URL): boolean => username + password !== '';

function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text.endsWith('/', end)) end -= 1;
  return text.slice(0, end);
}

/** An origin with an optional path; answered without a trailing slash. */
export const httpUrl: Parser<string> = (text) => {
  const url = URL.parse(text);
  // An empty query is none to `search`, and stays in the address.
  const plain = url && !/[?#]/.test(url.href) && !hasCredentials(url);
  if (!plain || !/^https?:$/.test(url.protocol))
    throw new Error(
      'an address that begins with https:// or http:// and has no query, name or password',
    );
  return withoutEndingSlashes(url.href);
};

export const oneWordOf =
  <T extends string>(words: readonly T[]): Parser<T> =>
  (text) => {
    const word = words.find((w) => w === text);
    if (word === undefined) throw new Error(`one of ${words.join(', ')}`);
    return word;
  };

export const text =
  (atLeast: number, advice: string): Parser<string> =>
  (value) => {
    if (value.length < atLeast) throw new Error(`at least ${atLeast} characters long; ${advice}`);
    return value;
  };

/** A token can be sent only if a header can carry it, as whoever reads headers takes it. */
export const token =
  (atLeast: number, atMost: number, advice: string): Parser<string> =>
  (value) => {
    const found = text(atLeast, advice)(value);
    if (found.length <= atMost && /^[ -~]+$/.test(found)) return found;
    throw new Error(
      `${atLeast} to ${atMost} characters of ASCII, which a header can carry; ${advice}`,
    );
  };

/** A part of a list by its place: what it says may be a secret that was put there by mistake. */
export const nth = (index: number): string => `number ${index + 1}`;

const isBroker = (text: string): boolean => {
  const [, , digits] = /^([\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  return Number(digits) > 0 && Number(digits) <= LAST_PORT;
};

const split = (text: string): string[] => text.split(',').map((part) => part.trim());

/** `host:port`, several separated by commas; IPv6 addresses in brackets. */
export const brokers: Parser<readonly string[]> = (text) => {
  const list = split(text);
  const wrong = list.findIndex((broker) => !isBroker(broker));
  if (wrong >= 0)
    throw new Error(`host:port, several separated by commas; ${nth(wrong)} is not that`);
  return list;
};

/** Former secret keys separated by commas; a comma within a key is written `\\,`. */
export const formerKeys: Parser<readonly string[]> = (text) => {
  const list = text.split(/(?<!\\),/).map((key) => key.replaceAll('\\,', ',').trim());
  const short = list.findIndex((key) => key.length < 32);
  if (short >= 0)
    throw new Error(
      `keys of at least 32 characters, separated by commas; ${nth(short)} is shorter (a comma within a key is written \\,)`,
    );
  return list;
};

/** What Kafka takes in the name of a topic. */
export const topicPrefix: Parser<string> = (text) => {
  if (/^[\w.-]{0,100}$/.test(text)) return text;
  throw new Error('at most 100 letters, digits, dots, dashes and underscores');
};

export const mongodbUrl: Parser<string> = (text) => {
  if (/^mongodb(\+srv)?:\/\/[^/]/.test(text)) return text;
  throw new Error('an address that begins with mongodb:// or mongodb+srv://');
};

const isOrigin = (url: URL): boolean =>
  /^https?:$/.test(url.protocol) &&
  url.pathname + url.search + url.hash === '/' &&
  !hasCredentials(url);

/** Origins of one service, several separated by commas. */
export const addresses: Parser<readonly string[]> = (text) =>
  split(text).map((address, i) => {
    const url = URL.parse(address);
    if (!url || !isOrigin(url))
      throw new Error(
        `addresses such as http://ingest:8080, several separated by commas, without a name or password; ${nth(i)} is none`,
      );
    return url.origin;
  });
