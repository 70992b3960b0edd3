import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '@parapet/chassis/testing';
import { eventId, isoTime, type RecordParked, toAppend } from '@parapet/contracts';
import { openEmbeddedEventLog } from '@parapet/eventlog';
import { call } from '../testing/call';

const DAY = 86_400_000;
const NOW = Date.now();
const THEN = isoTime(NOW - 2 * DAY);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-cli-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const PARKED: RecordParked = {
  ...{ id: eventId(), type: 'RecordParked', schema: 1, time: THEN },
  ...{ actor: 'detection.issues', cause: null },
  data: {
    ...{ group: 'detection.issues', reason: 'Error: a bug', key: 'agent_1', json: '{"n":1}' },
    origin: { topic: 'observations', partition: 0, offset: 0 },
    meta: {
      ...{ id: eventId(), type: 'ObservationRecorded', schema: 1, time: THEN },
      ...{ actor: 'agent_1', cause: null },
    },
  },
};

/** The log as a house opens it that keeps observations for a day. */
const open = () =>
  openEmbeddedEventLog({
    ...{ path: join(dataDir, 'log.sqlite'), now: () => NOW, retention: { observations: DAY } },
  });

test('an observation that was parked for longer than observations are kept is not removed before anybody reads it again', async () => {
  const before = await open();
  await before.append('parked', [toAppend('observations', PARKED)]);
  await before.close();

  const settings = () => testSettings({ dataDir });
  expect(await call(['parked', 'retry', '--all'], { settings, now: () => NOW })).toMatchObject({
    code: 0,
  });

  const after = await open();
  await after.sweep(NOW);
  const ends = await after.ends('observations');
  const read: string[] = [];
  for await (const records of after.read(
    'observations',
    ends.map(() => 0),
    ends,
  ))
    read.push(...records.map(({ meta }) => meta.id));
  await after.close();
  expect(read).toEqual([PARKED.data.meta.id]);
});
