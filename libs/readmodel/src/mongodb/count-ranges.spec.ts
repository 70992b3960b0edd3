import { MongoClient } from 'mongodb';
import { countOf } from './count-ranges';
import type { Stored } from './stored';

test('a count whose turn comes too late is not begun: the driver would keep its cursor for ever', async () => {
  const client = new MongoClient('mongodb://127.0.0.1:9/parapet');
  const { activeCursors } = (client as unknown as { s: { activeCursors: Set<unknown> } }).s;
  const bounds = { signal: AbortSignal.abort(new Error('too late')), maxTimeMS: 1 };
  const counted = countOf(client.db().collection<Stored>('things'), {}, bounds);
  await expect(counted).rejects.toThrow('too late');
  expect(activeCursors.size).toBe(0);
  await client.close();
});
