import type { Agent } from '@parapet/contracts';
import { isPending, noteAgentSeen, type Sight, sightOf } from './note-agent-seen';

const PERIOD = 30_000;
const known: Sight = { recordedAt: 100_000, seenAt: 100_000, version: '1', hostname: 'a' };
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
    sight: { recordedAt: 100_001, seenAt: 100_001, version: '2', hostname: 'a' },
    fact: { version: '2' },
  });
  expect(note(100_001, { hostname: 'b' }).fact).toEqual({ hostname: 'b' });
});

test('what was said before is no news', () => {
  expect(note(100_001, { version: '1', hostname: 'a' }).fact).toBeNull();
});

test('time never goes back', () => {
  expect(note(90_000).sight.seenAt).toBe(100_000);
});

test('given a clock that was set back, when the agent is seen, then that is recorded at once, by the clock of now', () => {
  expect(note(60_000)).toEqual({
    sight: { ...known, recordedAt: 60_000, seenAt: 60_000 },
    fact: {},
  });
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
  expect(sightOf({ ...AGENT, ...seen })).toEqual({ recordedAt: at, seenAt: at, version: '1' });
});
