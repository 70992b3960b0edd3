import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Unavailable } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { Background } from '../process/background';
import { TokenTable } from './credential-tables';
import { TokenUsage } from './token-usage';

const MINUTE = 60_000;
let log: EventLog;
let usage: TokenUsage;
let said: jest.SpyInstance;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  usage = new TokenUsage(log, new TokenTable(), new Background());
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

test('and it is noted when the log is back', async () => {
  const append = jest.spyOn(log, 'append');
  append.mockRejectedValueOnce(new Unavailable('the log is away'));
  await requestsAt(0, 1, MINUTE, MINUTE + 1);
  expect(append).toHaveBeenCalledTimes(2);
  expect(said).toHaveBeenCalledTimes(1);
});
