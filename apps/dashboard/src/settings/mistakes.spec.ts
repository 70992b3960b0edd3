import { ApiProblem } from '../api/problem';
import { mistakesOf } from './mistakes';

const FIELDS = ['url', 'events', 'filter', 'headers'] as const;
const refusal = (message: string, details = ''): ApiProblem =>
  new ApiProblem(400, 'bad_request', message, details);

test.each([
  ['url must begin with https://', { url: 'url must begin with https://' }],
  [
    'each of events must be one of issue.created',
    { events: 'each of events must be one of issue.created' },
  ],
  ['filter.clusters must be a list', { filter: 'filter.clusters must be a list' }],
  ['headers: host cannot be given', { headers: 'headers: host cannot be given' }],
  [
    'url must be a string; headers: too many',
    { url: 'url must be a string', headers: 'headers: too many' },
  ],
])('%s stands at its field', (message, at) => {
  const found = mistakesOf(refusal(message), FIELDS);
  expect({ ...found, at: Object.fromEntries(found.at) }).toEqual({ at, rest: null });
});

test('what would be right is said with the first mistake', () => {
  const { at } = mistakesOf(
    refusal('url must have a host', 'send one such as https://a.example'),
    FIELDS,
  );
  expect(at.get('url')).toBe('url must have a host: send one such as https://a.example');
});

test('a sentence that is about no field, and what is no refusal, is shown as a whole', () => {
  for (const problem of [
    refusal('url must be a string; the body is too deep'),
    refusal('urls are not known'),
    new ApiProblem(503, 'unavailable', 'url cannot be looked up', ''),
    new Error('url'),
  ])
    expect(mistakesOf(problem, FIELDS)).toEqual({ at: new Map(), rest: problem });
  expect(mistakesOf(null, FIELDS)).toEqual({ at: new Map(), rest: null });
});
