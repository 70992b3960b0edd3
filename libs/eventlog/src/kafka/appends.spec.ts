import { Unavailable } from '@parapet/contracts';
import { sampleEvent, sampleEvents } from '../testing';
import { QUEUE_LIMITS } from '../writing/group-queue';
import { partitionOf } from '../writing/murmur2';
import type { AppendPart } from './append-part';
import { Appends } from './appends';
import { LATE_MS } from './partition-queue';

const [SICK, WELL] = ['a', 'b'];
const SICK_PARTITION = partitionOf(SICK, 3);

/** Two keys of which one lies in a partition that is not answered before the test says so. */
function withSick() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const send = async (part: AppendPart): Promise<void> => {
    if (part.partition === SICK_PARTITION) await answered;
    part.base = 0;
  };
  const appends = new Appends({ send }, { ...QUEUE_LIMITS, waitingItems: 40 });
  const append = (key: string, count: number) => appends.all('issues', sampleEvents(key, count));
  return { appends, append, answer };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Lets time go by. */
const later = (ms: number): void => {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
};
afterEach(() => jest.restoreAllMocks());

test('of partitions that are late no more may wait than leaves room to the others', async () => {
  const { appends, append, answer } = withSick();
  const first = append(SICK, 1);
  await turn();
  later(1_000);
  await append(WELL, 1);
  const waiting = append(SICK, 20);
  await expect(append(SICK, 1)).rejects.toThrow(Unavailable);
  expect(await append(WELL, 20)).toHaveLength(20);
  const told = await appends.each('issues', [sampleEvent(SICK, 0), sampleEvent(WELL, 0)]);
  expect(told).toEqual([expect.any(Unavailable), expect.objectContaining({ offset: 0 })]);
  answer();
  expect([await first, await waiting].flat()).toHaveLength(21);
});

test('while a partition that could not be written is tried again for long, who comes besides is refused at once', async () => {
  const tries: PromiseWithResolvers<void>[] = [];
  let failure: Unavailable | undefined;
  const send = async (part: AppendPart): Promise<void> => {
    const wait = Promise.withResolvers<void>();
    if (part.partition === SICK_PARTITION) tries.push(wait);
    else wait.resolve();
    await wait.promise;
    part.base = 0;
    if (part.partition === SICK_PARTITION) part.failure = failure;
  };
  const appends = new Appends({ send }, QUEUE_LIMITS);
  const append = (key: string) => appends.all('issues', [sampleEvent(key, 0)]);
  const settle = async (nth: number): Promise<void> => {
    while (!tries[nth]) await turn();
    tries[nth].resolve();
  };
  failure = new Unavailable('its replicas are late');
  const first = append(SICK);
  await settle(0);
  await expect(first).rejects.toThrow('its replicas are late');

  const probe = append(SICK);
  await turn();
  later(400);
  const early = append(SICK);
  later(200);
  await expect(append(SICK)).rejects.toThrow(Unavailable);
  const told = await appends.each('issues', [sampleEvent(SICK, 0), sampleEvent(WELL, 0)]);
  expect(told).toEqual([expect.any(Unavailable), expect.objectContaining({ offset: 0 })]);
  failure = undefined;
  await settle(1);
  await settle(2);
  expect([await probe, await early].flat()).toHaveLength(2);
  const well = append(SICK);
  await settle(3);
  expect(await well).toHaveLength(1);
});

test('a partition that is slow and could always be written refuses nobody', async () => {
  const { append, answer } = withSick();
  const first = append(SICK, 1);
  await turn();
  later(2_000);
  await append(WELL, 1);
  const second = append(SICK, 1);
  answer();
  expect([await first, await second].flat()).toHaveLength(2);
});

test('where all are slow nobody is taken for late: all of what may wait may wait there', async () => {
  const { append, answer } = withSick();
  const first = append(SICK, 1);
  await turn();
  later(1_000);
  const waiting = append(SICK, 40);
  await expect(append(SICK, 1)).rejects.toThrow(Unavailable);
  answer();
  expect([await first, await waiting].flat()).toHaveLength(41);
});

test('where all take long nothing is told late, and what takes much longer than the first is', async () => {
  const answers = new Map<number, () => void>();
  const send = (part: AppendPart): Promise<void> =>
    new Promise((resolve) =>
      answers.set(part.partition, () => {
        part.base = 0;
        resolve();
      }),
    );
  const appends = new Appends({ send }, QUEUE_LIMITS);
  const told = appends.each('issues', [sampleEvent(SICK, 0), sampleEvent(WELL, 0)]);
  let isTold = false;
  void told.then(() => (isTold = true));
  await new Promise((resolve) => setTimeout(resolve, 2 * LATE_MS));
  expect(isTold).toBe(false);
  answers.get(partitionOf(WELL, 3))?.();
  const [sick, well] = await told;
  expect(sick).toBeInstanceOf(Promise);
  expect(well).toMatchObject({ offset: 0 });
  answers.get(SICK_PARTITION)?.();
  expect(await sick).toMatchObject({ offset: 0 });
});
