import fc from 'fast-check';
import {
  type Activity,
  type ActivityCarried,
  type ActivityEvent,
  type AgentSighted,
  evolveActivity,
  seenAgent,
} from './activity';
import type { Agent } from './agent';
import { type AgentCount, EMPTY_TALLY } from './agent-tally';

const MINUTE = 60_000;
const START = Date.parse('2026-03-03T10:00:00.000Z');
const iso = (minute: number): string => new Date(START + minute * MINUTE).toISOString();
const meta = (minute: number) => ({
  ...{ id: `fact_${minute}`, schema: 1, time: iso(minute), actor: 'agent_1', cause: null },
});
const counted = (number: number, accepted: number, by = 'run'): AgentCount => ({
  ...{ by, number, tally: { ...EMPTY_TALLY, accepted } },
});
const sighted = (minute: number, count?: AgentCount, seenAt = minute): AgentSighted => ({
  ...{ ...meta(minute), type: 'AgentSighted' },
  data: { agent_id: 'agent_1', last_seen: iso(seenAt), ...(count && { count }) },
});
const carried = (
  minute: number,
  { id: _, carried_at: __, ...known }: Activity,
): ActivityCarried => ({
  ...{ ...meta(minute), type: 'ActivityCarried' },
  data: { agent_id: 'agent_1', activity: known },
});
const after = (...facts: readonly ActivityEvent[]): Activity => {
  const activity = facts.reduce<Activity | undefined>(evolveActivity, undefined);
  if (!activity) throw new Error('there are no facts');
  return activity;
};

test('sightings move the time at which an agent was last seen, and add up what was counted of it', () =>
  expect(after(sighted(1, counted(1, 3)), sighted(2), sighted(3, counted(2, 4)))).toEqual({
    ...{ id: 'agent_1', last_seen: iso(3), sightings: 3, carried_at: iso(1) },
    tally: { ...EMPTY_TALLY, accepted: 7 },
    counted_by: [{ by: 'run', number: 2, nth: 2 }],
  }));

test('a sighting that comes late moves nothing back, and its count counts; a count that comes twice counts once', () =>
  expect(
    after(sighted(5), sighted(6, counted(1, 3), 4), sighted(7, counted(1, 3), 4)),
  ).toMatchObject({
    ...{ last_seen: iso(5), tally: { accepted: 3 } },
  }));

test('a time from a clock that was ahead gives way to that of one which is right', () => {
  expect(after(sighted(1, undefined, 100), sighted(2))).toMatchObject({ last_seen: iso(2) });
  expect(after(sighted(1, undefined, 5), sighted(2))).toMatchObject({ last_seen: iso(5) });
});

test('what was carried on is what whoever read all has already, and all that whoever begins there need have read', () => {
  const all = after(sighted(1, counted(1, 3)), sighted(2, counted(2, 4)));
  const fact = carried(9, all);
  expect(evolveActivity(all, fact)).toEqual({ ...all, carried_at: iso(9) });
  expect(after(fact)).toEqual({ ...all, carried_at: iso(9) });
  expect(after(sighted(2, counted(2, 4)), fact)).toEqual({ ...all, carried_at: iso(9) });
});

test('what was carried on by somebody who did not know all yet is void', () => {
  const behind = after(sighted(1, counted(1, 3)));
  const all = evolveActivity(behind, sighted(2, counted(2, 4)));
  expect(evolveActivity(all, carried(9, behind))).toBe(all);
});

/** Facts of one agent, among them what a process carried on that was some facts behind; the last time it was behind by none. */
const LOG = fc
  .array(fc.record({ by: fc.constantFrom('a', 'b', 'c'), carries: fc.nat(3), behind: fc.nat(3) }), {
    ...{ minLength: 1, maxLength: 40 },
  })
  .map((works) => {
    const facts: ActivityEvent[] = [];
    const states: Activity[] = [];
    const add = (fact: ActivityEvent): void => {
      facts.push(fact);
      states.push(evolveActivity(states.at(-1), fact));
    };
    const numbers: Record<string, number> = {};
    for (const { by, carries, behind } of works) {
      const minute = facts.length;
      const known = states.at(-1 - behind);
      if (carries === 0 && known) add(carried(minute, known));
      else add(sighted(minute, counted((numbers[by] = (numbers[by] ?? 0) + 1), 1, by)));
    }
    const carriedFrom = facts.length;
    const last = states.at(-1);
    if (last) add(carried(carriedFrom, last));
    for (let n = 1; n < 4; n += 1) add(sighted(facts.length, counted(n, 1, 'after')));
    return { facts, carriedFrom };
  });

test('rule 6: wherever before the last carrying on the facts begin that are kept, they tell what all of them told', () =>
  fc.assert(
    fc.property(LOG, fc.nat(), ({ facts, carriedFrom }, from) => {
      const kept = facts.slice(from % (carriedFrom + 1));
      expect(after(...kept)).toEqual(after(...facts));
    }),
    { seed: 38, numRuns: 500 },
  ));

const AGENT: Agent = {
  ...{ id: 'agent_1', name: 'a', os: 'linux', kind: 'kubernetes', labels: {}, mode: 'detect' },
  ...{ token_digest: '', version: 1, made_by: [], created_at: iso(0), last_seen: iso(0) },
};

test('an agent is seen as its activity says, which adds to what was counted before there were sightings', () => {
  const report = { sensor: 'falco', event: 'drop', message: 'm', lost: 1 } as const;
  const of = (minute: number) => ({ ...report, at: iso(minute) });
  const before = { ...AGENT, tally: { ...EMPTY_TALLY, accepted: 5 }, sensors: [of(1)] };
  const activity = after(sighted(9, { ...counted(1, 3), reports: [of(8)] }));
  expect(seenAgent(before, activity)).toMatchObject({
    ...{ last_seen: iso(9), tally: { accepted: 8 }, sensors: [of(8)] },
  });
  const losses = [{ sensor: 'falco', id: '7 a', lost: 1 }] as const;
  const lossy = after(sighted(9, { ...counted(1, 3), losses }));
  expect(seenAgent({ ...AGENT, losses: { falco: ['6 b'], tetragon: ['5 c'] } }, lossy)).toEqual({
    ...{ ...seenAgent(AGENT, lossy), losses: { falco: ['6 b', '7 a'], tetragon: ['5 c'] } },
  });
  expect(seenAgent(AGENT, undefined)).toBe(AGENT);
  expect(seenAgent(AGENT, after(sighted(9)))).toEqual({ ...AGENT, last_seen: iso(9) });
});
