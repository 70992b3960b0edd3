import { setImmediate as immediately } from 'node:timers/promises';
import type { Desk } from './desk';
import type { Change } from './news';
import { Teller } from './teller';

const desk = {
  topic: 'agents',
  progress: { reached: async () => true },
  newsOf: async (changes: readonly Change[]) => changes,
  inOneGeneration: (work: () => Promise<unknown>) => work(),
} as unknown as Desk;

test('what is noted in the moment in which all has been told is told as well, and until then it says that it is not idle', async () => {
  const told: unknown[] = [];
  let idle: boolean | undefined;
  const note = (offset: number) => teller.note(`agent_${offset}`, { partition: 0, offset });
  const teller: Teller = new Teller(desk, (news) => {
    told.push(...news.map(({ last }) => last));
    if (told.length > 1) return;
    queueMicrotask(() => {
      note(1);
      idle = teller.isIdle;
    });
  });
  note(0);
  for (let turns = 0; turns < 5; turns += 1) await immediately();
  expect([told, idle, teller.isIdle]).toEqual([[0, 1], false, true]);
});
