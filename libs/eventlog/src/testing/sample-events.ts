import { type EventToAppend, type RawRecord, STRANGER } from '@parapet/contracts';

/** An event that says who it is: key, and a number in its data. */
export const sampleEvent = (
  key: string,
  n: number,
  time = '2026-01-02T03:04:05.678Z',
): EventToAppend => ({
  key,
  meta: {
    id: `${key}-${n}`,
    type: 'SampleHappened',
    schema: 1,
    time,
    actor: 'tester',
    cause: null,
  },
  json: JSON.stringify({ n }),
});

/** Events 0 … count-1 of one key. */
export const sampleEvents = (key: string, count: number): readonly EventToAppend[] =>
  Array.from({ length: count }, (_, n) => sampleEvent(key, n));

/** One that nobody takes for a fact of newer code, to be decoded. */
export function strangeEvent(key: string, n: number): EventToAppend {
  const event = sampleEvent(key, n);
  return { ...event, meta: { ...event.meta, actor: STRANGER } };
}

export const strangeEvents = (key: string, count: number): readonly EventToAppend[] =>
  Array.from({ length: count }, (_, n) => strangeEvent(key, n));

/** `key-n` of each record. */
export const idsOf = (records: readonly RawRecord[]): readonly string[] =>
  records.map((record) => record.meta.id);
