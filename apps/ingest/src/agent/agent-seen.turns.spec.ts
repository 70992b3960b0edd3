import { Logger } from '@nestjs/common';
import { Background } from '@parapet/chassis';
import { TestClock, testSettings } from '@parapet/chassis/testing';
import { type Agent, isoTime, Unavailable } from '@parapet/contracts';
import type { AgentSeenLog, Seen } from './agent-seen.log';
import { AgentSeenRecorder } from './agent-seen.recorder';

const MINUTE = 60_000;
/** As much as the log lets wait for a write. */
const QUEUE_ITEMS = 20_000;

const clock = new TestClock();
clock.stop();
const created_at = isoTime(clock.now());
const AGENT: Agent = {
  ...{ id: 'agent_1', name: 'a', os: 'linux', kind: 'vanilla', labels: {}, mode: 'detect' },
  ...{ token_digest: '', version: 1, made_by: [], created_at, last_seen: created_at },
};

let agent: Agent;
let facts: Seen[];
let away: boolean;
let waiting: number;
let tries: number;
let recorder: AgentSeenRecorder;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'Date'] });
  [agent, facts, away, waiting, tries] = [AGENT, [], false, 0, 0];
  recorder = recorderWith(60 * MINUTE);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function recorderWith(agentTimeoutMs: number): AgentSeenRecorder {
  const log: Partial<AgentSeenLog> = {
    known: (id) => ({ ...agent, id }),
    counting: () => false,
    append: async (_, seen) => {
      tries += 1;
      if (away || waiting >= QUEUE_ITEMS) throw new Unavailable('away');
      waiting += 1;
      await Promise.resolve();
      waiting -= 1;
      facts.push(seen);
    },
  };
  const settings = testSettings({ agentTimeoutMs });
  return new AgentSeenRecorder(log as AgentSeenLog, clock, settings, new Background());
}

const says = (version: string): Promise<void> => recorder.heard(agent, { version });
const quiet = () => jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
const told = () => facts.map(({ said }) => said.version);
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await jest.advanceTimersByTimeAsync(ms);
}

test('rule 13: what was said within the minute after news is recorded at its end, long before the next sighting is due', async () => {
  await says('1');
  await pass(1_000);
  for (const version of ['2', '3']) await says(version);
  await pass(MINUTE - 1_001);
  expect(told()).toEqual(['1']);
  await pass(1);
  expect(told()).toEqual(['1', '3']);
});

test('rule 13: what was said and not recorded yet is recorded when the process stops', async () => {
  await says('1');
  await says('2');
  await recorder.stop();
  expect(told()).toEqual(['1', '2']);
});

test('what was said by more agents than the log takes at once is recorded when the process stops', async () => {
  const agents = Array.from({ length: QUEUE_ITEMS + 1 }, (_, n) => ({
    ...AGENT,
    id: `agent_${n}`,
  }));
  for (const version of ['1', '2'])
    for (const one of agents) {
      agent = one;
      await says(version);
    }
  await recorder.stop();
  expect(told().filter((version) => version === '2')).toHaveLength(agents.length);
});

test('what waited and could not be recorded waits again', async () => {
  quiet();
  await says('1');
  await says('2');
  away = true;
  await pass(MINUTE);
  away = false;
  expect(told()).toEqual(['1']);
  await says('2');
  expect(told()).toEqual(['1', '2']);
});

async function send(seconds: number): Promise<void> {
  for (let n = 0; n < seconds * 10; n += 1) {
    recorder.saw(agent);
    await pass(100);
  }
}

test('of an agent that cannot be recorded ever longer is waited and nothing is said again, however much it sends', async () => {
  recorder = recorderWith(2 * MINUTE);
  const warn = quiet();
  away = true;
  await send(90);
  expect([tries, warn.mock.calls.length]).toEqual([14, 1]);
  away = false;
  await send(20);
  expect(facts).toHaveLength(1);
  away = true;
  await send(20);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('an agent that sends all the while is recorded within seconds once the log is well again', async () => {
  recorder = recorderWith(2 * MINUTE);
  quiet();
  await send(29);
  away = true;
  await send(70);
  away = false;
  await send(9);
  expect(facts).toHaveLength(2);
});

test('an agent whose first sighting could not be recorded is recorded a second later, though it says no more', async () => {
  quiet();
  away = true;
  recorder.saw(agent);
  await pass(0);
  await pass(999);
  away = false;
  await pass(1);
  expect(facts).toEqual([{ at: clock.now() - 1_000, said: {} }]);
});

test('what waited is recorded with a time that the facts of other processes do not make void', async () => {
  await says('1');
  await says('2');
  clock.advance(1_000);
  agent = { ...agent, reported_version: '1', last_seen: isoTime(clock.now()) };
  await pass(MINUTE);
  expect(facts.at(-1)).toEqual({ at: Date.parse(agent.last_seen), said: { version: '2' } });
});

test.each([31_000, 4 * MINUTE])(
  'what is said to a process whose clock is %d ms behind that of another counts at once, and its sightings do not',
  async (apart) => {
    const ahead = isoTime(clock.now() + apart);
    agent = { ...agent, reported_version: '1', last_seen: ahead };
    recorder = recorderWith(2 * MINUTE);
    await says('2');
    expect(facts).toEqual([{ at: Date.parse(ahead), said: { version: '2' } }]);
    for (let n = 0; n < 20; n += 1) {
      recorder.saw(agent);
      await pass(1_000);
    }
    expect(facts).toHaveLength(1);
  },
);

test('of a process whose clock was further ahead than clocks may be apart nothing is waited for', async () => {
  agent = { ...agent, reported_version: '1', last_seen: isoTime(clock.now() + 5 * MINUTE + 1) };
  recorder = recorderWith(2 * MINUTE);
  await says('1');
  expect(facts).toEqual([{ at: clock.now(), said: {} }]);
});

test('an agent that nobody hears of any more is forgotten', async () => {
  await says('1');
  await pass(15 * MINUTE);
  expect(jest.getTimerCount()).toBe(0);
});
