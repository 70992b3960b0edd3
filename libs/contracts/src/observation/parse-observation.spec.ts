import { parseObservation } from './parse-observation';

const agent = (labels: object = {}): object => ({
  ...{ id: 'agent_1', platform: 'kubernetes', hostname: 'node-1', mode: 'detect', labels },
});
const text = (who: string, body: string): string =>
  `{"observation_id":"event_1","at":"00000000000000000001","received_at":"2026-03-03T10:00:00.000Z","agent":${who},"body":${body}}`;
const BODY = '{"kind":"dns","timestamp":"2026-03-03T10:00:00Z","metadata":{},"verdict":"allowed"}';

const same = (json: string): void => expect(parseObservation(json)).toStrictEqual(JSON.parse(json));

test('what was recorded is read as any JSON would be', () =>
  same(text(JSON.stringify(agent()), BODY)));

test('names within the agent and the body that are those of its parts change nothing', () => {
  same(text(JSON.stringify(agent({ a: '1', body: '2', agent: '3' })), BODY));
  same(text(JSON.stringify(agent({ a: ',"body":{}}', b: '"},"body":"' })), BODY));
  same(text('{"id":"agent_1","labels":{"a":"1","body":{}}}', BODY));
  const metadata = { a: 1, agent: { id: 'other' }, body: { kind: 'other' } };
  same(text(JSON.stringify(agent()), JSON.stringify({ a: 1, agent: 2, body: 3, metadata })));
});

test('a text of another making is read too', () => {
  same('{"body":{},"agent":{"id":"agent_1"}}');
  same('{"a":1,"agent":{"id":"agent_1"}}');
  same('[1]');
});

test('observations of one agent share what it is, until it is something else', () => {
  const read = (labels: object) =>
    parseObservation(text(JSON.stringify(agent(labels)), BODY)).agent;
  const first = read({ cluster: 'prod' });
  expect(read({ cluster: 'prod' })).toBe(first);
  expect(read({ cluster: 'test' }).labels).toEqual({ cluster: 'test' });
});

test('only so many agents are remembered', () => {
  const read = (cluster: string) =>
    parseObservation(text(JSON.stringify(agent({ cluster })), BODY));
  const first = read('first').agent;
  for (let i = 0; i < 3_000; i += 1) read(String(i));
  expect(read('first').agent).not.toBe(first);
  expect(read('first').agent).toEqual(first);
});

test('what is not JSON is a SyntaxError', () => {
  expect(() => parseObservation(text('{', BODY))).toThrow(SyntaxError);
  expect(() => parseObservation(text('{}', '{'))).toThrow(SyntaxError);
});
