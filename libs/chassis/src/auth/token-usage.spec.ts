import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { toAppend, Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { Background } from '../process/background';
import { newToken } from '../testing/facts';
import { TokenTable } from './credential-tables';
import { TokenUsage } from './token-usage';

const [MINUTE, QUARTER, HOUR] = [60_000, 900_000, 3_600_000];
let log: EventLog;
let tokens: TokenTable;
let background: Background;
let usage: TokenUsage;
let said: jest.SpyInstance;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  tokens = new TokenTable();
  background = new Background();
  usage = new TokenUsage(log, tokens, background);
  said = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await log.close();
});

/** Requests of one token, one after the other, at these milliseconds. */
async function requestsAt(...times: readonly number[]): Promise<void> {
  for (const now of times) {
    usage.note('token_1', now);
    await turn();
  }
}

test('while the log is away a use is tried to be noted once a minute, and said so, however often a token is used', async () => {
  const append = jest.spyOn(log, 'append').mockRejectedValue(new Unavailable('the log is away'));
  await requestsAt(0, 1, 2, MINUTE - 1);
  expect([append.mock.calls.length, said.mock.calls.length]).toEqual([1, 1]);
  await requestsAt(MINUTE, MINUTE + 1);
  expect([append.mock.calls.length, said.mock.calls.length]).toEqual([2, 2]);
});

test('and it is noted when the log is back, and then as seldom as ever', async () => {
  const append = jest.spyOn(log, 'append');
  append.mockRejectedValueOnce(new Unavailable('the log is away'));
  await requestsAt(0, 1, MINUTE, MINUTE + 1, MINUTE + QUARTER - 1);
  expect(append).toHaveBeenCalledTimes(2);
  expect(said).toHaveBeenCalledTimes(1);
});

test('after a clock that had leapt ahead is set right a use is noted at once, and as seldom as before', async () => {
  tokens.open(log);
  const { fact } = newToken(['admin'], 0);
  const id = fact.data.token_id;
  await log.append('tokens', [toAppend(id, fact)]);
  await tokens.caughtUp();
  const heard = (): Promise<void> => new Promise((resolve) => tokens.onChange(() => resolve()));
  const ahead = heard();
  usage.note(id, HOUR);
  await ahead;
  const append = jest.spyOn(log, 'append');
  const right = heard();
  for (const now of [QUARTER, QUARTER + 1, 2 * QUARTER - 1]) usage.note(id, now);
  expect(append).toHaveBeenCalledTimes(1);
  await right;
  expect(tokens.get(id)?.last_used).toBe('1970-01-01T00:15:00.000Z');
  usage.note(id, 2 * QUARTER - 1);
  expect(append).toHaveBeenCalledTimes(1);
  await tokens.close();
});

test('a stop waits for what is being noted', async () => {
  const noted = Promise.withResolvers<[]>();
  jest.spyOn(log, 'append').mockReturnValue(noted.promise);
  await background.start();
  usage.note('token_1', 0);
  let isStopped = false;
  const stopping = background.stop().then(() => (isStopped = true));
  await turn();
  expect(isStopped).toBe(false);
  noted.resolve([]);
  expect(await stopping).toBe(true);
});
