import {
  AGENT_UNAUTHORIZED,
  errorBody,
  type ErrorCode,
  ERRORS,
  Problem,
  Unavailable,
} from './errors';

const problem = new Problem('not_found', 'There is no such issue', 'look at the list');

test('the general shape is a code, a message and details', () =>
  expect(errorBody(problem, 'general')).toEqual({
    error: { code: 'not_found', message: 'There is no such issue', details: 'look at the list' },
  }));

test.each(Object.keys(ERRORS) as ErrorCode[])('%s without details gets some', (code) =>
  expect(errorBody(new Problem(code, 'no'), 'general')).toEqual({
    error: { code, message: 'no', details: expect.stringMatching(/^\w.{20,}\w$/) as string },
  }),
);

test('no shape repeats a token or a secret', () => {
  const [token, secret] = [`pp_u_${'7'.repeat(38)}`, `whsec_${'7'.repeat(44)}`];
  const leaky = new Problem('bad_request', `no ${token}`, `not ${secret}`);
  for (const shape of ['general', 'agent', 'agent_creation'] as const) {
    const text = JSON.stringify(errorBody(leaky, shape));
    expect(text).toContain('no pp_u_…');
    expect(text).toContain('not whsec_…');
    expect(text).not.toContain('77');
  }
});

test('the agents’ shape is a text and a type', () => {
  expect(errorBody(problem, 'agent')).toEqual({
    error: 'There is no such issue: look at the list',
    type: 'InvalidEvent',
  });
  expect(errorBody(new Problem('unauthorized', AGENT_UNAUTHORIZED), 'agent')).toEqual({
    error: 'Missing or invalid agent token',
    type: 'UnauthorizedEvents',
  });
});

test('clients are told the message of what is away, unless it says what is for operators alone', () => {
  expect(new Unavailable('the log is closed').told).toBe('the log is closed');
  const away = new Unavailable('Kafka is away: connect 10.0.0.5:9092', 1, {
    told: 'Kafka is away',
  });
  expect(away).toMatchObject({
    message: 'Kafka is away: connect 10.0.0.5:9092',
    told: 'Kafka is away',
  });
});

test('a sentence with its full stop and what would be right are one sentence', () => {
  const away = new Problem('unavailable', 'The read model is away.', 'try again in 1 s');
  expect(errorBody(away, 'agent')).toHaveProperty(
    'error',
    'The read model is away: try again in 1 s',
  );
});

test('agent creation answers {error} for 400 alone', () => {
  const bad = new Problem('bad_request', 'invalid agent kind');
  expect(errorBody(bad, 'agent_creation')).toEqual({ error: 'invalid agent kind' });
  const more = new Problem('bad_request', 'No JSON', 'send some');
  expect(errorBody(more, 'agent_creation')).toEqual({ error: 'No JSON: send some' });
  expect(errorBody(problem, 'agent_creation')).toHaveProperty('error.code', 'not_found');
});

test.each([
  [400, 'bad_request', 'InvalidEvent'],
  [401, 'unauthorized', 'UnauthorizedEvents'],
  [413, 'payload_too_large', 'PayloadTooLarge'],
  [429, 'rate_limited', 'RateLimited'],
  [500, 'internal', 'InternalError'],
  [503, 'unavailable', 'Unavailable'],
] as const)('status %i is %s, for agents %s', (status, code, type) => {
  expect(ERRORS[code]).toEqual({ status, type });
  expect(new Problem(code, '').status).toBe(status);
});

test('what is unavailable is worth asking for again after a second', () =>
  expect(new Unavailable('the log is away').retryAfter).toBe(1));
