import { idsOf, readAll, sampleEvents, Seen } from '../testing';
import { withAdmin } from './testing/with-admin';

describe('topics', () => {
  it('that compress so that nobody here can read it hold nobody up, and it is told what to set', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const topic = `${prefix}policies`;
      const configEntries = [{ name: 'compression.type', value: 'lz4' }];
      await admin.createTopics({ topics: [{ topic, configEntries }], waitForLeaders: false });
      const errors: object[] = [];
      const logger = { warn: () => undefined, error: (fields: object) => errors.push(fields) };
      const log = await open({ logger });
      const fault = { topic, setting: 'compression.type', is: 'lz4', set: 'producer' };
      expect(errors).toContainEqual(fault);
      await log.append('policies', sampleEvents('a', 3));
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      await seen.count(1);
      expect(seen.records).toMatchObject([
        {
          meta: { type: 'Unreadable' },
          position: { offset: 2 },
          json: expect.stringContaining('lz4'),
        },
      ]);
      await log.append('policies', sampleEvents('b', 1));
      await seen.count(2);
      expect(seen.records[1]).toMatchObject({ position: { offset: 3 } });
    }));

  it.each(['zstd', 'gzip'])('that the broker compresses with %s read the same', (value) =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const configEntries = [{ name: 'compression.type', value }];
      const topics = [{ topic: `${prefix}policies`, configEntries }];
      await admin.createTopics({ topics, waitForLeaders: false });
      const log = await open();
      await log.append('policies', sampleEvents('a', 100));
      expect(idsOf(await readAll(log, 'policies'))).toEqual(
        sampleEvents('a', 100).map((e) => e.meta.id),
      );
    }),
  );
});
