import { Unavailable } from '@parapet/contracts';
import { OtherLog } from './other-log';
import { persist } from './persist';

test('what is tried until it works says each kind of difficulty once, also one that comes behind another', async () => {
  const [away, other] = [new Unavailable('away'), new OtherLog('x')];
  const errors = [away, new Unavailable('still away'), other, away, other];
  const warn = jest.fn();
  const house = { delays: { firstMs: 0, maxMs: 0 }, logger: { warn, error: () => undefined } };
  const work = async (): Promise<number> => {
    const error = errors.shift();
    if (error) throw error;
    return 7;
  };
  const { signal } = new AbortController();
  expect(await persist(work, 'reading', house, signal)).toEqual({ value: 7 });
  expect(warn.mock.calls.map(([{ err }]) => err)).toEqual([away, other]);
});
