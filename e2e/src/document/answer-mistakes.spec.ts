import { answerMistakes, type Exchange } from './answer-mistakes';

const TIME = '2026-03-03T10:11:12.123Z';
const issue = {
  ...{ id: 'issue_1', title: 'Unknown egress', severity: 'high', verdict: 'detected' },
  ...{ status: 'open', created_at: TIME, micro_context: {}, details: {} },
  ...{ occurrences: 1, first_seen: TIME, last_seen: TIME, agent_id: 'agent_1' },
};
const page = { data: [issue], pagination: { next_cursor: null, has_more: false } };
const headers = {
  ...{ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a-1' },
  ...{ 'cache-control': 'no-store', 'x-ratelimit-limit': '1000', vary: 'Accept' },
};
const answer = (body: unknown, more: Partial<Exchange> = {}): Exchange => ({
  ...{ method: 'GET', path: '/v1/issues?limit=1', status: 200, headers },
  ...{ text: JSON.stringify(body), ...more },
});
const withIssue = (change: object): Exchange =>
  answer({ ...page, data: [{ ...issue, ...change }] });

test('an answer as the document says has no mistakes', () => {
  expect(answerMistakes(answer(page))).toEqual([]);
  expect(answerMistakes(answer(page, { method: 'HEAD', text: '' }))).toEqual([]);
});

test.each<[unknown, Exchange]>([
  ['the status 418 is not described', answer(page, { status: 418 })],
  ['the route is not described', answer(page, { method: 'DELETE' })],
  ['the route is not described', answer(page, { path: '/v1/issue' })],
  [
    'the header X-Request-Id is missing',
    answer(page, { headers: { ...headers, 'x-request-id': undefined } }),
  ],
  [
    'the header X-RateLimit-Limit must be integer',
    answer(page, { headers: { ...headers, 'x-ratelimit-limit': '1.5' } }),
  ],
  ['the header server is not described', answer(page, { headers: { ...headers, server: 'a' } })],
  [
    'the media type text/html is not described',
    answer(page, { headers: { ...headers, 'content-type': 'text/html' } }),
  ],
  ['the body must be object', answer([])],
  ["the body must have required property 'pagination'", answer({ data: [] })],
  ['the body must NOT have additional properties (total)', answer({ ...page, total: 1 })],
  ['the body/data/0/title must be string', withIssue({ title: null })],
  ['the body/data/0/title must be string', withIssue({ title: 7 })],
  [
    'the body/data/0/severity must be equal to one of the allowed values',
    withIssue({ severity: 'odd' }),
  ],
  [
    expect.stringMatching(/^the body\/data\/0\/id must match pattern/),
    withIssue({ id: 'event_1' }),
  ],
  [
    'the body/data/0/created_at must match format "date-time"',
    withIssue({ created_at: '2026-03-03' }),
  ],
  [
    'the body/data/0/details must NOT have additional properties (color)',
    withIssue({ details: { color: 'red' } }),
  ],
])('%s', (mistake, exchange) => expect(answerMistakes(exchange)).toEqual([mistake]));

test('a path is known however it is written, and a parameter may be anything, even nothing', () => {
  const none = { error: { code: 'not_found', message: 'There is no such issue', details: '' } };
  const at = (path: string): readonly string[] =>
    answerMistakes(answer(none, { path, status: 404, headers: { ...headers, vary: undefined } }));
  expect(at('/v1/issues/issue_none')).toEqual([]);
  expect(answerMistakes(answer(page, { path: '/v1/%69ssues' }))).toEqual([]);
  expect(at('/v1/issues/')).toEqual([]);
});
