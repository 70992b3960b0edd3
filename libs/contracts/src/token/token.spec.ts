import { evolveToken, type Token, type TokenCreated, type TokenEvent } from './token';

const meta = (id: string, time = '2026-01-01T00:00:00.000Z') => ({
  ...{ id, schema: 1, time, actor: 'token_0', cause: null },
});
const created: TokenCreated = {
  ...meta('e1'),
  type: 'TokenCreated',
  data: {
    ...{ version: 1, token_id: 'token_1', name: 'ci', permissions: ['issues:read'] },
    ...{ digest: 'd', origin: 'api', expires_at: null },
  },
};
const revoked = (version: number, time?: string): TokenEvent => ({
  ...meta('e2', time),
  type: 'TokenRevoked',
  data: { version, token_id: 'token_1' },
});
const used = (last_used: string): TokenEvent => ({
  ...meta('u', last_used),
  type: 'TokenUsed',
  data: { token_id: 'token_1', last_used },
});
const given = (...events: TokenEvent[]): Token | undefined =>
  events.reduce<Token | undefined>(evolveToken, undefined);

test('a created token was never used and is not revoked', () =>
  expect(given(created)).toEqual({
    ...{ id: 'token_1', name: 'ci', permissions: ['issues:read'], digest: 'd', origin: 'api' },
    ...{ expires_at: null, created_at: created.time, last_used: null, revoked_at: null },
    ...{ version: 1, made_by: ['e1'] },
  }));

test('a revocation says when, and cannot be undone or repeated', () => {
  const gone = given(created, revoked(2, '2026-02-01T00:00:00.000Z'));
  expect(gone).toMatchObject({ revoked_at: '2026-02-01T00:00:00.000Z', version: 2 });
  expect(gone && evolveToken(gone, revoked(3, '2026-03-01T00:00:00.000Z'))).toEqual(gone);
  expect(gone && evolveToken(gone, created)).toEqual(gone);
});

test('rule 12: a revocation of another version is void', () =>
  expect(given(created, revoked(1), revoked(3))).toEqual(given(created)));

test('the latest use counts, in whatever order uses come, and makes no version', () =>
  expect(
    given(created, used('2026-01-03T00:05:00.000Z'), used('2026-01-03T00:00:00.000Z')),
  ).toMatchObject({ last_used: '2026-01-03T00:05:00.000Z', version: 1 }));

test('given a clock that was ahead and is set right, the next use by the right one counts', () =>
  expect(
    given(created, used('2027-01-03T00:00:00.000Z'), used('2026-01-03T00:00:00.000Z')),
  ).toMatchObject({ last_used: '2026-01-03T00:00:00.000Z', version: 1 }));

test('facts of a token that was never made are void', () =>
  expect(given(used('2026-01-03T00:00:00.000Z'), revoked(1))).toBeUndefined());
