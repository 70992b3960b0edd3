import { Unavailable } from './errors';
import { decode, type LogEvent, positionText, toAppend } from './event';

const event: LogEvent = {
  ...{ id: 'e1', type: 'IssueCreated', schema: 1, time: '2026-01-01T00:00:00.000Z' },
  ...{ actor: 'detection', cause: 'observations/0/1', data: { n: 1 } },
};
const position = { topic: 'issues', partition: 2, offset: 17 };

test('what is appended is read back as it was', () => {
  expect(decode({ ...toAppend('k', event), position })).toEqual({ position, key: 'k', event });
});

test('the data is apart from the envelope, so that a body can be kept as it came', () => {
  const { data: _, ...meta } = event;
  expect(toAppend('k', event)).toEqual({ key: 'k', meta, json: '{"n":1}' });
});

test('older data is raised version by version to the current one', () => {
  const upcasts = {
    IssueCreated: {
      1: (data: unknown) => ({ ...(data as object), two: true }),
      2: (data: unknown) => ({ ...(data as object), three: true }),
    },
    IssueResolved: { 1: () => 'not for this type' },
  };
  const read = decode({ ...toAppend('k', event), position }, upcasts);
  expect(read.event).toMatchObject({ schema: 3, data: { n: 1, two: true, three: true } });
  const newer = decode({ ...toAppend('k', { ...event, schema: 3 }), position }, upcasts);
  expect(newer.event).toEqual({ ...event, schema: 3 });
});

test('what newer code wrote is read by nobody who does not know it', () => {
  const raised = { IssueCreated: { 1: (data: unknown) => data } };
  const read = (schema: number) => (): unknown =>
    decode({ ...toAppend('k', { ...event, schema }), position }, raised);
  expect(read(2)).not.toThrow();
  expect(read(3)).toThrow(Unavailable);
  expect(read(3)).toThrow('IssueCreated, version 3, is of a newer version of Parapet');
  expect(() => decode({ ...toAppend('k', { ...event, schema: 2 }), position })).toThrow(
    Unavailable,
  );
});

test('a value that is not JSON is a SyntaxError, so that it is parked', () => {
  expect(() => decode({ ...toAppend('k', event), json: '{', position })).toThrow(SyntaxError);
});

test('a position is written topic, partition, offset', () =>
  expect(positionText(position)).toBe('issues/2/17'));
