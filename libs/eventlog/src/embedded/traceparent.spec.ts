import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAll, sampleEvent, Seen } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';

test('the traceparent of a fact reaches who keeps up, and is not in the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-traceparent-'));
  const path = join(folder, 'log.sqlite');
  const logger = { warn: () => undefined, error: () => undefined };
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const event = sampleEvent('a', 1);
  const log = await openEmbeddedEventLog({ path, logger });
  const seen = new Seen();
  log.consume('policies', 'group', async (records) => seen.take(records));
  await log.append('policies', [{ ...event, meta: { ...event.meta, traceparent } }]);
  await seen.count(1);
  expect(seen.records[0]?.meta).toEqual({ ...event.meta, traceparent });
  await log.close();
  const again = await openEmbeddedEventLog({ path, logger });
  expect((await readAll(again, 'policies')).map(({ meta }) => meta)).toEqual([event.meta]);
  await again.close();
  await rm(folder, { recursive: true });
});
