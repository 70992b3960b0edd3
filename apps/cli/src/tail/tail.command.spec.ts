import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, type Called } from '../testing/call';

type Answers = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
/** What the house does with each connection, one after the other. */
let answers: Answers[];
let asked: IncomingMessage[];
let env: Record<string, string>;
beforeEach(async () => {
  [answers, asked] = [[], []];
  server = createServer((request, response) => {
    asked.push(request);
    (answers.shift() ?? (() => response.destroy()))(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  env = { PARAPET_URL: `http://127.0.0.1:${port}`, PARAPET_TOKEN: 'pp_u_1' };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const settings = (): never => {
  throw new Error('who listens needs no settings of the services');
};
const tail = (...args: readonly string[]): Promise<Called> =>
  call(['tail', ...args], { settings, env });

/** Whatever a terminal does not show but obeys; lines have their ends. */
const STEERING = /(?!\n)[\p{Cc}\p{Cf}]/u;

const issue = (id: string, more: object = {}): object => ({
  ...{ id, title: 'Unknown egress to x.com', severity: 'high', status: 'open', occurrences: 1 },
  ...{ last_seen: '2026-03-03T10:11:12.123Z', micro_context: { cluster: 'prod', node: 'n7' } },
  ...more,
});
const message = (type: string, id: string, data: object): string =>
  `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const says =
  (...messages: readonly string[]): Answers =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of messages) response.write(text);
  };

test('issues are shown as they happen, one a line', async () => {
  answers = [
    says(
      ...['retry: 2000\n\n', message('ready', 'i0', { types: [] }), ':\nid: i0\n\n'],
      message('issue.created', 'i1', issue('issue_1')),
      message('issue.updated', 'i2', issue('issue_1', { occurrences: 3 })),
      message('issue.updated', 'i3', issue('issue_1', { status: 'resolved' })),
    ),
  ];
  const { code, answer, said } = await tail('--count', '3');
  expect(code).toBe(0);
  expect(answer.split('\n')).toEqual([
    '10:11:12 high     new          Unknown egress to x.com on prod/n7 issue_1',
    '10:11:12 high     again        Unknown egress to x.com on prod/n7 ×3 issue_1',
    '10:11:12 high     resolved     Unknown egress to x.com on prod/n7 issue_1',
    '',
  ]);
  expect(said).toMatch(
    /^Listening to http:\S+ for issue.created, issue.updated; Ctrl-C ends it.\n$/,
  );
  expect(asked[0]?.url).toBe('/v1/stream?types=issue.created,issue.updated');
});

test('a connection that ends is made again, behind the last message that came', async () => {
  answers = [
    (response) => {
      says(message('issue.created', 'i1', issue('issue_1')), ':\nid: i2\n\n')(response, asked[0]!);
      setImmediate(() => response.destroy());
    },
    (response) => void response.writeHead(503, { 'retry-after': '0' }).end('{}'),
    says(message('issue.created', 'i3', issue('issue_3'))),
  ];
  const { answer, said } = await tail('--count', '2');
  expect(answer.match(/issue_\d/g)).toEqual(['issue_1', 'issue_3']);
  expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'i2', 'i2']);
  expect(said).toMatch(/Trying again\.\nhttp:\S+ answers again\.\n$/);
});

test('what happened while nobody could listen is said to be elsewhere', async () => {
  answers = [says(message('reset', 'i1', {}), message('issue.created', 'i2', issue('issue_2')))];
  expect((await tail('--count', '1')).said).toContain('the list of issues has all of it');
});

test('what a stranger wrote cannot steer the terminal, as JSON neither', async () => {
  const title = 'a\u001b[31m\u202eb\u009b\u{e0041}';
  const shown = says(message('issue.created', 'i1', issue('issue_1', { title })));
  answers = [shown, shown];
  const { answer } = await tail('--count', '1');
  expect(answer).toContain('a [31m b');
  expect(answer).not.toMatch(STEERING);
  const json = await tail('--count', '1', '--json');
  expect(json.answer).not.toMatch(STEERING);
  expect(JSON.parse(json.answer)).toMatchObject({ type: 'issue.created', data: { title } });
});

test('only what is severe enough is shown', async () => {
  answers = [
    says(
      message('issue.created', 'i1', issue('issue_1', { severity: 'medium' })),
      message('issue.created', 'i2', issue('issue_2', { severity: 'critical' })),
    ),
  ];
  expect((await tail('--severity', 'high', '--count', '1')).answer).toContain('issue_2');
});

test.each([
  ['once for each', ['--types', 'agent.updated', '--types', 'agent.deleted']],
  ['with a comma between', ['--types', 'agent.updated,agent.deleted']],
])('agents are shown when they are asked for, %s', async (_, types) => {
  const agent = { id: 'agent_1', name: 'node-7', status: 'connected', mode: 'enforce' };
  answers = [
    says(message('agent.updated', 'i1', agent), message('agent.deleted', 'i2', { id: 'agent_1' })),
  ];
  const { answer } = await tail(...types, '--count', '2');
  expect(answer).toMatch(
    /^[\d:]{8} agent {4}connected {4}node-7 \(enforce\) agent_1\n[\d:]{8} agent {4}deleted {6}agent_1\n$/,
  );
});

test('Ctrl-C ends it quietly', async () => {
  answers = [says(message('ready', 'i1', {}))];
  const ended = tail();
  await once(server, 'request');
  process.emit('SIGINT');
  expect(await ended).toMatchObject({
    code: 0,
    answer: '',
    said: expect.not.stringMatching(/again/),
  });
});

test('a refusal is told, and ends with 1', async () => {
  const error = { code: 'forbidden', message: 'It lacks issues:read', details: 'send another' };
  answers = [(response) => void response.writeHead(403).end(JSON.stringify({ error }))];
  const { code, said } = await tail();
  expect([code, said]).toEqual([1, expect.stringContaining('It lacks issues:read: send another')]);
});

test('a page of something else is no stream: it says so, and ends with 1', async () => {
  answers = [
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<b>'),
  ];
  const { code, said } = await tail();
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('is no house: its stream is text/html.'),
  ]);
});

test.each([
  [['--count', '0'], '--count is how many lines to show'],
  [['--types', 'issue.closed'], 'Choices: "issue.created"'],
  [['--types', 'issue.created,issue.closed'], 'Choices: "issue.created"'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await tail(...args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});
