import { ApiProblem } from './problem';

const answer = (status: number): Response => new Response(null, { status });
const body = { error: { code: 'unauthorized', message: 'Missing', details: 'send Bearer' } };

test('a person whose session has ended is told to sign in, not which header a program lacks', () => {
  const problem = ApiProblem.of(body, answer(401));
  expect(problem.isSignedOut).toBe(true);
  expect(`${problem.message}. ${problem.details}`).toBe(
    'You are signed out. Sign in in another tab, then try it here again.',
  );
});

test('a person whose token may not do something is told how they come by one that may, not what a program is to send', () => {
  const message = 'This token lacks the permission issues:read';
  const details = 'send a token that holds issues:read or admin; this one holds agents:read';
  const problem = ApiProblem.of({ error: { code: 'forbidden', message, details } }, answer(403));
  expect([problem.message, problem.details]).toEqual([
    message,
    'Sign in with a token that holds it. Who may make tokens can give you one.',
  ]);
});

test.each(['GET /v1/agents has those there are', 'GET /v1/tokens has the ids of those there are'])(
  'a person who looks for what is gone is sent to the list, not to the API: %s',
  (details) => {
    const error = { code: 'not_found', message: 'There is no agent agent_1', details };
    expect(ApiProblem.of({ error }, answer(404))).toMatchObject({
      message: 'There is no agent agent_1',
      details: 'It may be gone by now. The list has those there are.',
    });
  },
);

test.each([
  [{ error: 'invalid agent kind' }, 'invalid agent kind', ''],
  [body, 'Missing', 'send Bearer'],
  ['<html>', 'The answer was 400', ''],
])('any other refusal is told in the words of the API: %j', (refusal, message, details) => {
  expect(ApiProblem.of(refusal, answer(400))).toMatchObject({ status: 400, message, details });
});

test('where nothing was answered that is said', () => {
  expect(ApiProblem.of(undefined, undefined)).toMatchObject({ status: 0, isPassing: true });
});

test.each([
  [429, '7', 7_000],
  [429, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [429, undefined, undefined],
  [503, '7', undefined],
])('of a %i with Retry-After: %s it is known when it passes: %s ms', (status, after, againMs) => {
  const response = new Response(null, { status, headers: after ? { 'retry-after': after } : {} });
  expect(ApiProblem.of({ error: 'no' }, response).againMs).toBe(againMs);
});
