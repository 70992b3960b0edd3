import { setTimeout as pause } from 'node:timers/promises';
import { awake, awakeFor } from '../../../tools/test/awake.mjs';

/** As if the machine had no time for this process. */
function standStill(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}

test('the time for which something waits is taken', async () => {
  const { result, ms } = await awake(() => pause(300, 'done'));
  expect(result).toBe('done');
  expect(ms).toBeGreaterThan(50);
});

test('the time in which the machine stands still is not', async () => {
  const { ms } = await awake(async () => {
    await pause(20);
    standStill(2_000);
    await pause(20);
  });
  expect(ms).toBeLessThan(1_000);
});

test('who waits until the process has run for some time waits longer where it stood still', async () => {
  const began = performance.now();
  const waiting = awakeFor(500);
  standStill(1_000);
  await waiting;
  expect(performance.now() - began).toBeGreaterThan(1_300);
});
