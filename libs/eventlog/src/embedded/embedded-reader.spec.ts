import type { RawRecord } from '@parapet/contracts';
import { idsOf, sampleEvent } from '../testing';
import { EmbeddedReader } from './embedded-reader';
import { LivePartition } from './live-partition';
import { LocalStore } from './local-store';
import { SqliteStore } from './sqlite-store';

const TOPIC = 'observations';

it('nothing is kept at hand for a reader that rests, and he reads it all the same', async () => {
  const store = new LocalStore(new SqliteStore(':memory:', { [TOPIC]: 1 }));
  const live = new LivePartition(0);
  const reader = new EmbeddedReader(store, TOPIC, 0, live);
  const append = async (from: number, count: number): Promise<void> => {
    const events = Array.from({ length: count }, (_, i) => sampleEvent('a', from + i));
    const rows = events.map(({ key, meta, json }) => {
      const { id, type, schema, time, actor, cause } = meta;
      return [key, id, type, schema, time, actor, cause, json] as const;
    });
    await store.call('write', { appends: [{ topic: TOPIC, partition: 0, rows }], progress: [] });
    const position = { topic: TOPIC, partition: 0 };
    live.appended(
      events.map((e, i): RawRecord => ({ ...e, position: { ...position, offset: from + i } })),
    );
  };
  const read = async (from: number) => {
    const { records } = await reader.read(from, 9, new AbortController().signal);
    return idsOf(records);
  };

  await append(0, 1);
  expect(await read(0)).toEqual(['a-0']);
  await append(1, 1);
  expect(live.newest(1, 2, 9)).toHaveLength(1);
  reader.rest();
  expect(live.newest(1, 2, 9)).toBeNull();
  await append(2, 2);
  expect(live.newest(2, 4, 9)).toBeNull();
  expect(await read(1)).toEqual(['a-1', 'a-2', 'a-3']);
  await append(4, 1);
  expect(live.newest(4, 5, 9)).toHaveLength(1);
  reader.close();
  await store.close();
});
