import { CI_ROUNDS, inWords, planRound } from './plan';

const ways = [
  'services to Kafka',
  'services to the database',
  'gateways to ingest-1',
  'clients to x',
];
const targets = { processes: ['ingest-1', 'gateway-2'], ways, brokers: 1 };

test('a round is the same for the same seed, and another for another', () => {
  expect(planRound(3, targets)).toEqual(planRound(3, targets));
  expect(planRound(3, targets)).not.toEqual(planRound(4, targets));
});

test('the rounds of CI have every kind of blow', () => {
  const { first, rounds } = CI_ROUNDS;
  const blows = Array.from({ length: rounds }, (_, i) => planRound(first + i, targets)).flat();
  const kinds = blows.map(({ blow }) => (blow.kind === 'cut' ? `cut ${blow.when}` : blow.kind));
  expect([...new Set(kinds)].sort()).toEqual(
    ['kill', 'pause', 'kafka', 'database', 'cut before', 'cut after', 'cut now'].sort(),
  );
  const cut = blows.flatMap(({ blow }) => (blow.kind === 'cut' ? [blow.way] : []));
  expect([...new Set(cut)].sort()).toEqual([...ways].sort());
  expect(blows.some(({ blow }) => blow.kind === 'pause' && blow.forMs > 10_000)).toBe(true);
});

test('of several brokers each is killed, and each hangs', () => {
  const rounds = Array.from({ length: 20 }, (_, seed) =>
    planRound(seed, { ...targets, brokers: 3 }),
  );
  const hit = rounds.flat().flatMap(({ blow }) => ('broker' in blow ? [blow] : []));
  expect(new Set(hit.map(({ kind, broker }) => `${kind} ${broker}`))).toEqual(
    new Set(['kafka 0', 'kafka 1', 'kafka 2', 'hang 0', 'hang 1', 'hang 2']),
  );
});

test('a step is told in words', () => {
  const cut = { kind: 'cut', when: 'after', way: 'database', times: 2 } as const;
  expect(inWords({ atMs: 5, blow: cut })).toBe(
    '5 ms: 2 × cut on database after the request was applied',
  );
  expect(inWords({ atMs: 6, blow: { kind: 'hang', broker: 2, forMs: 9 } })).toBe(
    '6 ms: SIGSTOP broker 3 of Kafka for 9 ms',
  );
  expect(inWords({ atMs: 7, blow: { kind: 'kill', process: 'ingest-1', forMs: 9 } })).toBe(
    '7 ms: SIGKILL ingest-1, started again after 9 ms',
  );
});
