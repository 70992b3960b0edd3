import { type EventMeta, isoTime, type RawRecord } from '@parapet/contracts';
import { parkedEntries } from './parked-entry';

const meta = (id: string, type: string): EventMeta => ({
  ...{ id, type, schema: 1, time: isoTime(0), actor: 'detection.issues', cause: null },
});

const at = (offset: number, type: string, json: string): RawRecord => ({
  position: { topic: 'parked', partition: 0, offset },
  ...{ key: 'issues', meta: meta(`id-${offset}`, type), json },
});

const parked = JSON.stringify({
  ...{ group: 'detection.issues', reason: 'a bug', key: 'issue_1', json: '{}' },
  ...{ origin: { topic: 'issues', partition: 0, offset: 7 }, meta: meta('a', 'IssueCreated') },
});

test('what somebody else put into the topic, and what cannot be read, hides no entry', () => {
  const raws = [
    at(0, 'Unknown', 'a test of the console producer'),
    at(1, 'RecordParked', parked),
    at(2, 'Unreadable', 'its batch is compressed with lz4'),
    at(3, 'ParkedForgotten', '{}'),
  ];
  expect(parkedEntries(raws)).toMatchObject([{ id: 'id-1', origin: 'issues/0/7' }]);
});
