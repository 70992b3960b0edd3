import { Logger } from '@nestjs/common';
import { type EventToAppend, TOPICS, Unavailable } from '@parapet/contracts';
import { openEmbeddedEventLog } from '../embedded/open-embedded-event-log';
import type { EventLog } from '../event-log';
import { idsOf, readAll, sampleEvent, sicken } from '../testing';
import { partitionOf } from '../writing/murmur2';
import { appendInFull } from './append-in-full';

const EVENTS = Array.from({ length: 1_500 }, (_, n) => sampleEvent(`issue_${n}`, 0));
const isOfSick = ({ key }: EventToAppend): boolean =>
  partitionOf(key, TOPICS.issues.partitions) === 0;

let log: EventLog;
/** How many events came with each try. */
let tries: number[];
let closing: AbortController;
let warn: jest.SpyInstance;
beforeEach(async () => {
  log = await openEmbeddedEventLog({ path: ':memory:' });
  [tries, closing] = [[], new AbortController()];
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  warn.mockRestore();
  await log.close();
});

const append = (events: readonly EventToAppend[] = EVENTS, onTry?: () => void): Promise<void> => {
  const heard = (some: readonly EventToAppend[]): readonly EventToAppend[] => {
    tries.push(some.length);
    onTry?.();
    return some;
  };
  const way: Pick<EventLog, 'append' | 'appendEach'> = {
    appendEach: (topic, some) => log.appendEach(topic, heard(some)),
    append: (topic, some) => log.append(topic, heard(some)),
  };
  const batch = { group: 'detection.issues', partition: 0, signal: closing.signal };
  return appendInFull(way, 'issues', events, batch);
};
const written = async (): Promise<readonly string[]> =>
  [...idsOf(await readAll(log, 'issues'))].sort();
const idsIn = (events: readonly EventToAppend[]): readonly string[] =>
  events.map(({ meta }) => meta.id).sort();

test('what a sick partition does not take is tried again alone until it is written, and each event lies in the log once', async () => {
  sicken(log, 'issues', 0, 2);
  await append();
  expect(await written()).toEqual(idsIn(EVENTS));
  const sick = EVENTS.slice(0, 1_000).filter(isOfSick).length;
  expect(tries).toEqual([1_000, sick, sick, 500]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('where nothing could be written nothing is tried again: that is left to the consumer, which pauses', async () => {
  sicken(log, 'issues', 0);
  await expect(append(EVENTS.filter(isOfSick))).rejects.toThrow(Unavailable);
  expect(tries).toHaveLength(1);
});

test('a consumer that is closed does not wait for a sick partition', async () => {
  sicken(log, 'issues', 0);
  const close = (): void => (tries.length === 2 ? closing.abort() : undefined);
  await expect(append(EVENTS, close)).rejects.toThrow(Unavailable);
  expect(tries).toHaveLength(2);
});

test('of a log that is late with a partition is waited for what it says in the end', async () => {
  const each = log.appendEach.bind(log);
  log.appendEach = async (topic, events) => {
    const appended = await each(topic, events);
    return appended.map(async (its, i) => (tries.length === 1 && i === 0 ? away : its));
  };
  const away = new Unavailable('it is late');
  await append(EVENTS.slice(0, 9));
  expect(tries).toEqual([9, 1]);
});

test('what trying does not mend is thrown, so that it is parked', async () => {
  const each = log.appendEach.bind(log);
  const errors = [new Unavailable('away'), new Error('too large')];
  log.appendEach = async (topic, events) => [
    ...errors,
    ...(await each(topic, events.slice(errors.length))),
  ];
  await expect(append(EVENTS.slice(0, 9))).rejects.toThrow('too large');
});
