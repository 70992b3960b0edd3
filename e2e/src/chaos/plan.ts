import { seeded } from '../fleet/seeded';

/** What is done to the house, and for how long (ms). Who is hit comes back by itself afterwards. */
export type Blow =
  | { readonly kind: 'kill'; readonly process: string; readonly forMs: number }
  | { readonly kind: 'pause'; readonly process: string; readonly forMs: number }
  | { readonly kind: 'kafka' | 'hang'; readonly broker: number; readonly forMs: number }
  | { readonly kind: 'database'; readonly forMs: number }
  | {
      readonly kind: 'cut';
      /** Before the request was applied, after it, or everything at once. */
      readonly when: 'before' | 'after' | 'now';
      readonly way: string;
      readonly times: number;
    };

export interface Step {
  /** After the beginning of the round. */
  readonly atMs: number;
  readonly blow: Blow;
}

/** Who can be hit. */
export interface Targets {
  /** Names of processes. */
  readonly processes: readonly string[];
  /** Names of the ways that lead through a proxy: `who to what`. Each who is hit as often as another. */
  readonly ways: readonly string[];
  /** How many brokers Kafka has. Of several each is killed more often than one alone, and hangs now and then. */
  readonly brokers: number;
}

/** How long a round is under load (ms). */
export const LOAD_MS = 7_000;

/** What CI plays: together they have every kind of blow. */
export const CI_ROUNDS = { first: 40, rounds: 2 } as const;

const KINDS = [
  'kill',
  'kill',
  'kill',
  'pause',
  'pause',
  'kafka',
  'database',
  'cut',
  'cut',
  'cut',
  'cut',
] as const;
const KINDS_OF_SEVERAL = [...KINDS, 'kafka', 'kafka', 'kafka', 'kafka', 'hang', 'hang'] as const;
const WHEN = ['before', 'after', 'after', 'now'] as const;

/** Five to eight blows within the time of the load; always the same for a seed. */
export function planRound(seed: number, { processes, ways, brokers }: Targets): readonly Step[] {
  const random = seeded(seed * 7919);
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <T>(all: readonly T[]): T => {
    const one = all[below(all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  const travellers = [...Map.groupBy(ways, (way) => way.split(' to ', 1)[0]).values()];
  const blow = (): Blow => {
    const kind = oneOf(brokers > 1 ? KINDS_OF_SEVERAL : KINDS);
    switch (kind) {
      case 'kill':
        return { kind, process: oneOf(processes), forMs: below(2_500) };
      case 'pause':
        // Now and then for longer than a consumer group waits for a member: then it is a zombie.
        return {
          kind,
          process: oneOf(processes),
          forMs: random() < 0.2 ? 12_000 : 500 + below(4_000),
        };
      case 'kafka':
      case 'hang':
        // Long enough for others to lead what it led.
        return brokers > 1
          ? { kind, broker: below(brokers), forMs: below(8_000) }
          : { kind, broker: 0, forMs: below(4_000) };
      case 'database':
        return { kind, forMs: below(4_000) };
      case 'cut':
        return { kind, when: oneOf(WHEN), way: oneOf(oneOf(travellers)), times: 1 + below(4) };
    }
  };
  const steps = Array.from({ length: 5 + below(4) }, () => ({
    atMs: below(LOAD_MS),
    blow: blow(),
  }));
  return steps.sort((a, b) => a.atMs - b.atMs);
}

/** A step in words, for people who read what happened. */
export function inWords({ atMs, blow }: Step): string {
  const at = `${atMs} ms:`;
  switch (blow.kind) {
    case 'kill':
      return `${at} SIGKILL ${blow.process}, started again after ${blow.forMs} ms`;
    case 'pause':
      return `${at} SIGSTOP ${blow.process} for ${blow.forMs} ms`;
    case 'kafka':
      return `${at} kill -9 of broker ${blow.broker + 1} of Kafka, started again after ${blow.forMs} ms`;
    case 'hang':
      return `${at} SIGSTOP broker ${blow.broker + 1} of Kafka for ${blow.forMs} ms`;
    case 'database':
      return `${at} kill -9 of the database, started again after ${blow.forMs} ms`;
    case 'cut':
      return blow.when === 'now'
        ? `${at} every connection of ${blow.way} is cut`
        : `${at} ${blow.times} × cut on ${blow.way} ${blow.when} the request was applied`;
  }
}
