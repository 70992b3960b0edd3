import type { Agent } from '@parapet/contracts';
import {
  dueAt,
  isPending,
  noteAgentSeen,
  overtakenBy,
  recordedOf,
  type Sight,
  sightOf,
  unrecordedOf,
} from './note-agent-seen';

const PERIOD = 30_000;
const MINUTE = 60_000;
const UNTOLD = { news: {}, toldAt: 0 };
const known: Sight = {
  ...{ recordedAt: 100_000, seenAt: 100_000, version: '1', hostname: 'a' },
  ...UNTOLD,
};
const note = (at: number, said = {}, sight = known) => noteAgentSeen(sight, { at, said }, PERIOD);

test('given a fact that is a period old, when the agent is seen, then it is recorded at once', () => {
  expect(note(130_000)).toEqual({
    sight: { ...known, recordedAt: 130_000, seenAt: 130_000 },
    fact: {},
  });
});

test('given a fresh fact, when the agent is seen, then it is not recorded now but pending', () => {
  const { sight, fact } = note(129_999);
  expect(fact).toBeNull();
  expect(sight).toEqual({ ...known, seenAt: 129_999 });
  expect(isPending(sight)).toBe(true);
  expect(isPending(known)).toBe(false);
});

test('given a fresh fact, when the agent has a new version or hostname, then that is recorded at once', () => {
  expect(note(100_001, { version: '2', hostname: 'a' })).toEqual({
    sight: {
      ...{ recordedAt: 100_001, seenAt: 100_001, version: '2', hostname: 'a' },
      ...{ news: {}, toldAt: 100_001 },
    },
    fact: { version: '2' },
  });
  expect(note(100_001, { hostname: 'b' }).fact).toEqual({ hostname: 'b' });
});

describe('given that news were told within a minute, when the agent says something else', () => {
  const told = note(100_000, { version: '2' }).sight;
  const quarter = 15 * MINUTE;
  const say = (at: number, version: string, sight: Sight) =>
    noteAgentSeen(sight, { at, said: { version } }, quarter);

  test('then that waits, also when it was in the same millisecond, and is due at the end of the minute', () => {
    const { sight, fact } = say(100_000, '3', told);
    expect(fact).toBeNull();
    expect(isPending(sight)).toBe(true);
    expect(dueAt(sight, quarter)).toBe(100_000 + MINUTE);
    expect(recordedOf(sight, 160_000)).toMatchObject({ version: '3', news: {}, toldAt: 160_000 });
  });

  test('then of all that it says the last is told, with the next fact at the latest', () => {
    let sight = told;
    for (const version of ['3', '4', '3', '5']) sight = say(100_001, version, sight).sight;
    expect(noteAgentSeen(sight, { at: 130_000, said: {} }, PERIOD).fact).toEqual({ version: '5' });
    expect(say(160_000, '6', sight).fact).toEqual({ version: '6' });
  });

  test('then nothing is left to tell once it says again what was told', () => {
    const { sight } = say(100_001, '2', say(100_001, '3', told).sight);
    expect(dueAt(sight, quarter)).toBe(100_000 + quarter);
    expect(recordedOf(sight, 160_000)).toMatchObject({ version: '2', toldAt: 100_000 });
  });

  test('then that waits though another process tells something else meanwhile, whose minute counts', () => {
    const { sight } = say(100_001, '3', told);
    const other = { ...known, ...{ recordedAt: 120_000, seenAt: 120_000, version: '4' } };
    expect(overtakenBy(other, sight)).toEqual({
      ...other,
      ...{ news: { version: '3' }, toldAt: 120_000 },
    });
  });

  test('then that waits though the fact before could not be recorded, and what that said waits as well', () => {
    const before = { ...known, seenAt: 99_000 };
    const both = { version: '2', hostname: 'b' };
    const { sight } = noteAgentSeen(before, { at: 100_000, said: both }, PERIOD);
    const { sight: now } = note(100_002, { version: '3' }, sight);
    const failed = { seenAt: 100_002, rest: { since: 100_003, ms: 1_000 } };
    expect(unrecordedOf(before, now, 100_003)).toEqual({
      ...before,
      ...{ ...failed, news: { version: '3', hostname: 'b' } },
    });
    expect(unrecordedOf(before, note(100_002, { version: '1' }, sight).sight, 100_003)).toEqual({
      ...before,
      ...{ ...failed, news: { hostname: 'b' } },
    });
  });
});

describe('given a fact that could not be recorded, when the agent is seen', () => {
  const failed = unrecordedOf(known, known, 200_000);

  test('then nothing is recorded for a second', () => {
    expect(note(200_999, {}, failed)).toEqual({
      sight: { ...failed, seenAt: 200_999 },
      fact: null,
    });
    expect(note(201_000, {}, failed)).toEqual({
      sight: { ...known, recordedAt: 201_000, seenAt: 201_000 },
      fact: {},
    });
  });

  test('then it rests twice as long each time, and neither longer than 8 s nor than a period', () => {
    const rests: number[] = [];
    let sight = failed;
    for (let at = 300_000; at < 300_004; at += 1) {
      sight = unrecordedOf(sight, sight, at);
      rests.push(dueAt(sight, PERIOD) - at);
    }
    expect(rests).toEqual([2_000, 4_000, 8_000, 8_000]);
    expect(dueAt(sight, 500)).toBe(300_503);
  });

  test('then a clock that was set back meanwhile makes nobody wait', () => {
    expect(note(199_999, {}, failed).fact).toEqual({});
  });
});

test('what was said before is no news', () => {
  expect(note(100_001, { version: '1', hostname: 'a' }).fact).toBeNull();
});

test('time never goes back', () => {
  expect(note(90_000).sight.seenAt).toBe(100_000);
});

test('given a clock that was set back, when the agent is seen, then that is recorded at once, by the clock of now', () => {
  const ahead = { ...known, recordedAt: 400_001, seenAt: 400_001 };
  expect(note(100_000, {}, ahead)).toEqual({ sight: known, fact: {} });
  expect(note(100_001, {}, ahead)).toEqual({ sight: ahead, fact: null });
});

const AGENT: Agent = {
  ...{ id: 'agent_1', name: 'a', os: 'linux', kind: 'vanilla', labels: {}, mode: 'detect' },
  ...{ token_digest: '', version: 1, made_by: [] },
  created_at: '2026-03-03T10:00:00.000Z',
  last_seen: '2026-03-03T10:00:00.000Z',
};

test('given an agent that was only created, when it is first seen, then that is recorded at once', () => {
  const at = Date.parse(AGENT.created_at) + 1;
  expect(noteAgentSeen(sightOf(AGENT), { at, said: {} }, PERIOD).fact).toEqual({});
});

test('what the facts say of an agent is what is known of it', () => {
  const seen = { last_seen: '2026-03-03T10:00:01.000Z', reported_version: '1' };
  const at = Date.parse(seen.last_seen);
  expect(sightOf({ ...AGENT, ...seen })).toEqual({
    ...{ recordedAt: at, seenAt: at, version: '1' },
    ...UNTOLD,
  });
});
