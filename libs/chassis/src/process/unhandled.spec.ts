import { type EventToAppend, type ParkedDropped, toAppend } from '@parapet/contracts';
import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { UnhandledRecords, unhandledText } from './unhandled';

let log: EventLog;
beforeEach(async () => (log = await openEmbeddedEventLog({ path: ':memory:' })));
afterEach(() => log.close());

const SPECS = [
  { kind: 'projection', topic: 'tokens', group: 'spec.list' },
  { kind: 'reactor', topic: 'tokens', group: 'spec.reactor' },
] as const;
const begin = (): Promise<UnhandledRecords> => UnhandledRecords.begin(log, SPECS);
const fact = (type: string, id: string, data: object): EventToAppend =>
  toAppend('tokens', {
    ...{ id, type, schema: 1, time: '2026-01-02T03:04:05.000Z', actor: 'spec', cause: null, data },
  } as unknown as ParkedDropped);
const origin = { topic: 'tokens', partition: 0, offset: 7 };
const park = (id: string, group: string) => {
  const data = {
    group,
    reason: 'a bug',
    origin,
    key: 'token_1',
    meta: { type: 'TokenUsed' },
    json: '{}',
  };
  return log.append('parked', [fact('RecordParked', id, data)]);
};
const drop = (id: string) =>
  log.append('parked', [fact('ParkedDropped', `drop-${id}`, { parked_id: id, reason: 'old' })]);

test('what projections could not handle since then is counted, once each', async () => {
  await park('before', 'spec.list');
  const unhandled = await begin();
  expect([...(await unhandled.now())]).toEqual([]);
  for (const id of ['one', 'two', 'one']) await park(id, 'spec.list');
  await park('three', 'spec.reactor');
  expect(unhandledText(await unhandled.now())).toBe('2 by spec.list');
});

test('what somebody else put among them, with our headers and nothing of ours in it, hides nothing', async () => {
  const unhandled = await begin();
  for (const type of ['RecordParked', 'ParkedDropped'])
    for (const json of ['null', 'no JSON', '[]'])
      await log.append('parked', [{ ...fact(type, `strange-${json}`, {}), json }]);
  await park('one', 'spec.list');
  expect(unhandledText(await unhandled.now())).toBe('1 by spec.list');
});

test('of what was dropped somebody has decided that nobody will handle it', async () => {
  await park('old', 'spec.list');
  await drop('old');
  const unhandled = await begin();
  await park('old', 'spec.list');
  expect([...(await unhandled.now())]).toEqual([]);
  await park('new', 'spec.list');
  expect(unhandledText(await unhandled.now())).toBe('1 by spec.list');
});
