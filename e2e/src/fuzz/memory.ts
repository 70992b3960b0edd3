import { join } from 'node:path';
import type { OwnHouse } from '../house/house';
import { eventually } from '../house/eventually';

/** Bytes: of the process, and of the JavaScript heaps of its threads after garbage was collected. */
export interface Memory {
  readonly rss: number;
  readonly heap: number;
}

/** Arguments of Node with which a house can be asked for its memory. */
export const WITH_MEMORY = ['--expose-gc', '--require', join(__dirname, 'memory-preload.cjs')];

const told = (house: OwnHouse): readonly string[] =>
  [...house.output().matchAll(/^memory: (.*)$/gm)].map((line) => line[1] ?? '');

/** Collects the garbage of a house that was started `WITH_MEMORY`, and says what is left. */
export async function memoryOf(house: OwnHouse): Promise<Memory> {
  const before = told(house).length;
  house.signal('SIGUSR2');
  const line = await eventually(() => told(house)[before]);
  return JSON.parse(line) as Memory;
}

/** In MiB, for people. */
export const inWords = ({ rss, heap }: Memory): string =>
  `${Math.round(rss / 2 ** 20)} MiB (heap ${Math.round(heap / 2 ** 20)} MiB)`;
