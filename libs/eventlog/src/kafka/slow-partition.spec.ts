import { setTimeout as after } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { appendInFull } from '../nest/append-in-full';
import { sampleEvent } from '../testing';
import { QUEUE_LIMITS } from '../writing/group-queue';
import { partitionOf } from '../writing/murmur2';
import type { AppendPart } from './append-part';
import { Appends } from './appends';

function keyIn(partition: number): string {
  for (let n = 0; ; n += 1) if (partitionOf(`k${n}`, 3) === partition) return `k${n}`;
}

/** One partition takes this long for each write, the others a few milliseconds. */
const SLOW_MS = 700;

test('a partition that is so slow that few may wait for it takes all the same what a batch makes in a few writes', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  let [offset, slow] = [0, 0];
  const sender = {
    send: async (part: AppendPart) => {
      if (part.partition === 0) slow += 1;
      await after(part.partition === 0 ? SLOW_MS : 5);
      part.base = offset;
      offset += 1_000;
    },
  };
  const appends = new Appends(sender, QUEUE_LIMITS);
  const stop = new AbortController();
  const others = [1, 2].map(async (partition) => {
    for (; !stop.signal.aborted; await after(20))
      await appends.all('issues', [sampleEvent(keyIn(partition), 0)]);
  });
  // Twice: others must have been written before it counts as sick.
  for (const nth of [0, 1]) await appends.all('issues', [sampleEvent(keyIn(0), nth)]);
  const log = { append: appends.all.bind(appends), appendEach: appends.each.bind(appends) };
  const events = Array.from({ length: 600 }, (_, nth) => sampleEvent(keyIn(0), nth));
  const batch = { group: 'notifier.planner', partition: 0, signal: stop.signal };
  slow = 0;
  await appendInFull(log, 'issues', events, batch);
  expect(slow).toBeLessThanOrEqual(3);
  stop.abort();
  await Promise.all(others);
});
