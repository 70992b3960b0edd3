import { type Agent, isAhead, wasSeen } from '@parapet/contracts';

/** What an agent may say of itself. */
export interface Said {
  readonly version?: string;
  readonly hostname?: string;
}

/** What is remembered of an agent; version and hostname as the facts say. Times in milliseconds since 1970. */
export interface Sight extends Said {
  /** The last time for which a fact was recorded. */
  readonly recordedAt: number;
  readonly seenAt: number;
  /** What it said last where the facts say otherwise, and when they were last told such a thing. */
  readonly news: Said;
  readonly toldAt: number;
  /** Since when it rests, for how long, because a fact of it could not be recorded; undefined when the last one could. */
  readonly rest?: { readonly since: number; readonly ms: number } | undefined;
}

/** So often, at most, a fact is recorded for news alone: of two that share a token each says something else than the other. */
const NEWS_EVERY_MS = 60_000;

/** How long what could not be recorded rests: twice as long each time, and never longer than a period. */
const [SHORTEST_REST_MS, LONGEST_REST_MS] = [1_000, 8_000];

const NONE: Said = {};

/** What the facts recorded so far say of an agent. One that was never seen was never recorded: its first sighting is due. */
export function sightOf(agent: Agent): Sight {
  const at = wasSeen(agent) ? Date.parse(agent.last_seen) : 0;
  return {
    ...{ recordedAt: at, seenAt: at, news: NONE, toldAt: 0 },
    ...(agent.reported_version !== undefined && { version: agent.reported_version }),
    ...(agent.reported_hostname !== undefined && { hostname: agent.reported_hostname }),
  };
}

/**
 * Decides whether a sighting is recorded now: at most one fact per agent and period, except that a new version or hostname
 * is recorded at once, unless another was within a minute, and so is what is seen after a clock was set back; and nothing soon after a
 * fact could not be recorded. What is not recorded now waits (`isPending`) until it is due (`dueAt`).
 * @returns the sight as it is then, and what the fact says besides the time; null when none is recorded now.
 */
export function noteAgentSeen(
  known: Sight,
  seen: { readonly at: number; readonly said: Said },
  periodMs: number,
): { readonly sight: Sight; readonly fact: Said | null } {
  const { at, said } = seen;
  const setBack = isAhead(known.recordedAt, at);
  const news = isAnything(said) ? newsIn({ ...known.news, ...said }, known) : known.news;
  const sight = { ...known, news, seenAt: setBack ? at : Math.max(at, known.seenAt) };
  const isDue = setBack || at >= newsAt(sight, periodMs);
  return isDue && !rests(sight, at, periodMs)
    ? { sight: recordedOf(sight, at), fact: news }
    : { sight, fact: null };
}

/** The sight once all of it is recorded. */
export const recordedOf = (sight: Sight, at: number): Sight => ({
  ...{ ...sight, ...sight.news, news: NONE, recordedAt: at, rest: undefined },
  toldAt: hasNews(sight) ? at : sight.toldAt,
});

/** The sight when a fact of it could not be recorded: what the agent said last waits again, as it did before, until it has rested. */
export const unrecordedOf = (before: Sight, now: Sight, since: number): Sight => ({
  ...before,
  ...{ seenAt: now.seenAt, rest: { since, ms: longerThan(before.rest?.ms) } },
  news: newsIn({ ...now, ...now.news }, before),
});

const longerThan = (ms = SHORTEST_REST_MS / 2): number => Math.min(2 * ms, LONGEST_REST_MS);

/** The sight when the facts say more, because another process recorded some. What was said here waits all the same. */
export function overtakenBy(recorded: Sight, known: Sight): Sight {
  const told = recorded.version !== known.version || recorded.hostname !== known.hostname;
  return {
    ...recorded,
    seenAt: Math.max(recorded.seenAt, known.seenAt),
    news: newsIn(known.news, recorded),
    toldAt: told ? recorded.recordedAt : known.toldAt,
  };
}

/** Whether the agent said what no fact tells of yet. */
export const hasNews = ({ news }: Pick<Sight, 'news'>): boolean => isAnything(news);

/** Whether something is said. */
export const isAnything = ({ version, hostname }: Said): boolean =>
  version !== undefined || hostname !== undefined;

const newsIn = (said: Said, known: Said): Said => ({
  ...(said.version !== undefined && said.version !== known.version && { version: said.version }),
  ...(said.hostname !== undefined &&
    said.hostname !== known.hostname && { hostname: said.hostname }),
});

/** When the next fact is to be recorded, if there is anything to tell. */
export const dueAt = (sight: Sight, periodMs: number): number =>
  Math.max(newsAt(sight, periodMs), restsUntil(sight, periodMs));

/** When there is something to record. */
function newsAt(sight: Sight, periodMs: number): number {
  const due = sight.recordedAt + periodMs;
  return hasNews(sight) ? Math.min(due, sight.toldAt + NEWS_EVERY_MS) : due;
}

const restsUntil = ({ rest }: Sight, periodMs: number): number =>
  rest ? rest.since + Math.min(rest.ms, periodMs) : -Infinity;

/** A clock that was set back since makes nobody rest. */
const rests = (sight: Sight, at: number, periodMs: number): boolean =>
  at >= (sight.rest?.since ?? Infinity) && at < restsUntil(sight, periodMs);

/** Whether a sighting waits that no fact tells of yet. */
export const isPending = (sight: Sight): boolean =>
  sight.seenAt > sight.recordedAt || hasNews(sight);
