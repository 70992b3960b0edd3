import { Backoff, DELAYS, pause } from './delivery-options';

describe('Backoff', () => {
  it('waits 100 ms, doubling to 5 s', async () => {
    const waits: number[] = [];
    const backoff = new Backoff(DELAYS, async (ms) => void waits.push(ms));
    for (let i = 0; i < 9; i++) await backoff.wait(new AbortController().signal);
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
  });
});

describe('pause', () => {
  it('ends as soon as the signal aborts, also when it has already', async () => {
    const stop = new AbortController();
    const paused = pause(60_000, stop.signal);
    stop.abort();
    await paused;
    await pause(60_000, stop.signal);
    expect(stop.signal.aborted).toBe(true);
  });
});
