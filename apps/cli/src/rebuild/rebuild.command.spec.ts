import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWithoutServing } from '@parapet/chassis';
import { testSettings } from '@parapet/chassis/testing';
import {
  type EventToAppend,
  eventId,
  isoTime,
  type PolicyCreated,
  toAppend,
} from '@parapet/contracts';
import { ServicesModule } from '../services.module';
import { call } from '../testing/call';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parapet-cli-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const run = (args: readonly string[], isTTY = false) =>
  call(args, { settings: () => testSettings({ dataDir }) }, { isTTY });
const open = () => startWithoutServing(ServicesModule, testSettings({ dataDir }));

const policy: PolicyCreated = {
  ...{ id: eventId(), type: 'PolicyCreated', schema: 1, time: isoTime(Date.now()) },
  ...{ actor: 'token_1', cause: null },
  data: {
    ...{ version: 1, policy_id: 'policy_1', source: 'name: a' },
    document: {
      ...{ name: 'a', type: 'allow', scope: 'global', match: {}, metadata: {} },
      rules: [{ pattern: 'a.example', comment: '' }],
    },
  },
} as unknown as PolicyCreated;

async function given(...more: readonly EventToAppend[]): Promise<void> {
  const house = await open();
  await house.log.append('policies', [toAppend('policy_1', policy), ...more]);
  await house.close();
}

test('a rebuild projects everything that is in the log, and says how long it took', async () => {
  await given();
  const { code, answer, said } = await run(['rebuild']);
  expect([code, answer]).toEqual([
    0,
    expect.stringMatching(/^All read models are made again from the log, in \d+\.\d s\n$/),
  ]);
  // Once for the policies, once for their versions and once for the audit.
  expect(said).toMatch(/\] 100 % \(3 of 3 records\)\n$/);
  const topics = await run(['topics', '--json']);
  const states = JSON.parse(topics.answer) as { topic: string; groups: { lag: number }[] }[];
  expect(states.find((s) => s.topic === 'policies')?.groups).toContainEqual({
    ...{ group: 'registry.policies', kind: 'projection', next: [1], lag: 0 },
  });
});

test('a rebuild that could not handle a record does not say that all is well: dropped, it is let be', async () => {
  await given({ ...toAppend('policy_1', policy), json: '{"cut' });
  const { code, answer, said } = await run(['rebuild']);
  expect([code, answer]).toEqual([1, '']);
  expect(said).toMatch(
    /made again from the log, but lack records that could not be handled \(.*1 by registry.policies.*\): `parapet parked` says which/,
  );
  const machine = await run(['rebuild', '--json']);
  expect([machine.code, JSON.parse(machine.answer)]).toMatchObject([
    1,
    { unhandled: { 'registry.policies': 1 } },
  ]);
  expect((await run(['parked', 'drop', '--all', '--reason', 'cut', '--yes'])).code).toBe(0);
  expect((await run(['rebuild'])).code).toBe(0);
});

test('a person sees a bar', async () => {
  const { said } = await run(['rebuild'], true);
  expect(said).toContain('\r\u001b[2K[########################] 100 %');
});

test('--json answers what a machine can read', async () => {
  const { answer } = await run(['rebuild', '--json']);
  expect(JSON.parse(answer)).toEqual({ rebuilt: true, seconds: expect.any(Number) as number });
});

test('embedded documents cannot be made again while they are answered from: a sentence says what to do instead', async () => {
  const { code, said } = await run(['rebuild', '--live']);
  expect([code, said]).toEqual([1, expect.stringContaining('stop the house and run')]);
});

test('a running house keeps its data: a sentence says to stop it', async () => {
  const house = await open();
  const { code, said } = await run(['rebuild']);
  expect([code, said]).toEqual([1, expect.stringMatching(/stop (the other process|that one)/)]);
  await house.close();
});

test('the topics are listed with those who consume them, and how far behind they are', async () => {
  await given();
  const { code, answer } = await run(['topics']);
  const lines = answer.split('\n').map((line) => line.split(/ {2,}/));
  expect(code).toBe(0);
  expect(lines).toContainEqual(['policies', '1']);
  expect(lines).toContainEqual(['', 'registry.policies', 'projection', '1', '0']);
  expect(lines).toContainEqual(['', 'detection.resolver', 'reactor', '1', '0']);
});
