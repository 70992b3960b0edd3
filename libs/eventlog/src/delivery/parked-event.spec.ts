import { inPieces } from '../kafka/append-size';
import { sampleEvent } from '../testing';
import { parkedEvent } from './parked-event';

const record = (json: string, key = 'a') => ({
  ...sampleEvent('a', 1),
  ...{ position: { topic: 'issues', partition: 2, offset: 7 }, key, json },
});
const dataOf = (json: string, key?: string) =>
  JSON.parse(parkedEvent(record(json, key), 'group', 'it is odd', 0).json);

test('a record is parked whole, with why and where it lies', () => {
  expect(dataOf('{"n":1}')).toMatchObject({
    ...{ group: 'group', reason: 'it is odd', json: '{"n":1}', key: 'a' },
    origin: { topic: 'issues', partition: 2, offset: 7 },
  });
});

test('a record of somebody else that is as long as Kafka takes it does not hold up its partition: it is parked without what it says', () => {
  const longest = '\u0000'.repeat(8 * 1024 * 1024);
  for (const odd of [record(longest), record('{}', longest)])
    expect(() => inPieces([parkedEvent(odd, 'group', 'it is odd', 0)])).not.toThrow();
  expect(dataOf(longest)).toMatchObject({
    ...{ json: 'null', origin: { topic: 'issues', partition: 2, offset: 7 } },
    reason: expect.stringMatching(/^it is odd.*8388608 characters/),
  });
});

test('a record of somebody else whose headers are as long as Kafka takes them is parked with the beginning of each', () => {
  const long = '\u0000'.repeat(8 * 1024 * 1024);
  const meta = { id: long, type: long, schema: NaN, time: long, actor: long, cause: long };
  const parked = parkedEvent({ ...record('{}'), meta }, 'group', 'it is odd', 0);
  expect(() => inPieces([parked])).not.toThrow();
  const cut = '\u0000'.repeat(1_000);
  const told = { id: cut, type: cut, schema: 0, time: cut, actor: cut, cause: cut };
  expect(JSON.parse(parked.json)).toMatchObject({ meta: told });
});
