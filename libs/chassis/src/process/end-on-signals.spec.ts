import { Logger } from '@nestjs/common';
import { endOnSignals } from './end-on-signals';

// What would end the process after all never comes.
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends the process, after what is in hand is done',
  async (name) => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const ended = Promise.withResolvers<unknown>();
    jest.spyOn(process, 'exit').mockImplementation((code) => ended.resolve(code) as never);
    const others = process.listeners(name);
    const done = Promise.withResolvers<void>();
    const stop = jest.fn(() => done.promise);
    endOnSignals(stop);
    process.emit(name);
    process.emit(name);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(process.exit).not.toHaveBeenCalled();
    done.resolve();
    expect(await ended.promise).toBe(0);
    for (const ours of process.listeners(name)) if (!others.includes(ours)) process.off(name, ours);
  },
);
