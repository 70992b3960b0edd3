import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWithoutServing } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import { eventId, isoTime, type ObservationRecorded, toAppend } from '@parapet/contracts';
import { ServicesModule } from './services.module';
import { call } from './testing/call';

const DAY = 86_400_000;
const YEAR = 365 * DAY;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-cli-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const house = () =>
  startWithoutServing(ServicesModule, testSettings({ dataDir, observationRetentionMs: YEAR }));

/** Of a hundred days ago. */
function old(n: number): ObservationRecorded {
  const at = isoTime(Date.now() - 100 * DAY);
  return {
    ...{ id: eventId(), type: 'ObservationRecorded', schema: 1, time: at },
    ...{ actor: 'agent_1', cause: null },
    data: {
      ...{ observation_id: `observation_${n}`, agent: { id: 'agent_1' }, at, received_at: at },
      body: { kind: 'k', timestamp: at, metadata: { n }, verdict: 'detected' },
    },
  } as unknown as ObservationRecorded;
}

/** Keys of the observations in the log. */
async function kept(): Promise<readonly string[]> {
  const { log, close } = await house();
  const ends = await log.ends('observations');
  const keys: string[] = [];
  for await (const records of log.read('observations', [0, 0, 0, 0, 0, 0], ends))
    keys.push(...records.map(({ key }) => key));
  await close();
  return keys;
}

test.each([[['topics']], [['parked', 'list']], [['rebuild']]])(
  'parapet %j removes nothing from the log, however short a retention the shell of who calls it says',
  async (args) => {
    const { log, close } = await house();
    await log.append(
      'observations',
      [1, 2, 3].map((n) => toAppend('agent_1', old(n))),
    );
    await close();
    const settings = () => testSettings({ dataDir, observationRetentionMs: 1_000 });
    expect((await call(args, { settings })).code).toBe(0);
    expect(await kept()).toEqual(['agent_1', 'agent_1', 'agent_1']);
  },
);
