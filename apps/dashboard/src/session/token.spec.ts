import { ApiProblem } from '../api/problem';
import { refusalOf, tokenIn } from './token';

const refused = new ApiProblem(
  401,
  'unauthorized',
  'invalid',
  'send Authorization: Bearer <token>',
);

test.each([' pp_u_x\n', 'Bearer pp_u_x', 'bearer  pp_u_x '])(
  'a token is what was written without the blanks around it and what a program writes before it: %j',
  (written) => expect(tokenIn(written)).toBe('pp_u_x'),
);

test('what no token has is shown', () =>
  expect(() => tokenIn('pp\u200b')).toThrow(
    expect.objectContaining({ details: expect.stringContaining('⟨U+200B⟩') }),
  ));

test.each([
  ['pp_u_x', 'This token is not known, expired or revoked'],
  ['anything', 'This token is not known, expired or revoked'],
  ['pp_a_x', 'This is the token of an agent'],
])('that %s was refused is said to people: %s', (token, message) => {
  const said = refusalOf(token, refused);
  expect(said).toMatchObject({ status: 401, message });
  expect(said).not.toMatchObject({ details: refused.details });
});

test('what else went wrong is said as it is', () => {
  const limited = new ApiProblem(429, 'rate_limited', 'Too many requests', 'wait');
  expect(refusalOf('pp_a_x', limited)).toBe(limited);
});
