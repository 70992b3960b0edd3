import { evolveToken, type Token, type TokenEvent } from '@parapet/contracts';
import { createToken, revokeToken } from './create-token';
import { firstToken, isRevokedByHand, tokensOfEnvironment } from './first-tokens';

const TIME = '2026-03-03T10:00:00.000Z';
const given = (...events: readonly TokenEvent[]): Token[] => {
  const tokens = new Map<string, Token>();
  for (const event of events) {
    const now = evolveToken(tokens.get(event.data.token_id), event);
    if (now) tokens.set(now.id, now);
  }
  return [...tokens.values()];
};
const live = (tokens: readonly Token[]): string[] =>
  tokens.filter((token) => token.revoked_at === null).map((token) => token.digest);

test('given a house without tokens, when ADMIN_TOKEN is set, then it is an admin', () => {
  const tokens = given(...tokensOfEnvironment([], 'aa', TIME));
  expect(tokens).toMatchObject([
    { digest: 'aa', permissions: ['admin'], origin: 'environment', expires_at: null },
  ]);
});

test('given the token of ADMIN_TOKEN, when the house starts again, then nothing happens', () => {
  const first = tokensOfEnvironment([], 'aa', TIME);
  expect(tokensOfEnvironment(given(...first), 'aa', TIME)).toEqual([]);
});

test('given another ADMIN_TOKEN before, when it changes, then the old one works no more', () => {
  const first = tokensOfEnvironment([], 'aa', TIME);
  const second = tokensOfEnvironment(given(...first), 'bb', TIME);
  expect(live(given(...first, ...second))).toEqual(['bb']);
});

test('given a changed ADMIN_TOKEN, when it changes back, then the first text works again, by a new id', () => {
  const events = [...tokensOfEnvironment([], 'aa', TIME)];
  for (const text of ['bb', 'aa'])
    events.push(...tokensOfEnvironment(given(...events), text, TIME));
  expect(live(given(...events))).toEqual(['aa']);
  expect(new Set(events.map((event) => event.data.token_id)).size).toBe(3);
});

test('given an ADMIN_TOKEN that a person revoked, when the house starts again, then it stays revoked; another one opens it', () => {
  const events = [...tokensOfEnvironment([], 'aa', TIME)];
  const [token] = given(...events);
  if (!token) throw new Error('there is no token');
  const byHand = { id: 'e1', time: TIME, actor: 'token_0', cause: null };
  events.push(revokeToken(token, byHand));
  expect(isRevokedByHand(given(...events), 'aa')).toBe(true);
  expect(tokensOfEnvironment(given(...events), 'aa', TIME)).toEqual([]);
  events.push(...tokensOfEnvironment(given(...events), 'bb', TIME));
  expect(live(given(...events))).toEqual(['bb']);
  expect(tokensOfEnvironment(given(...events), 'aa', TIME)).toHaveLength(1);
});

test('given a revoked ADMIN_TOKEN that a version before this one made anew, when the house starts again, then it is not called revoked', () => {
  const events = [...tokensOfEnvironment([], 'aa', TIME)];
  const [token] = given(...events);
  if (!token) throw new Error('there is no token');
  events.push(revokeToken(token, { id: 'e1', time: TIME, actor: 'token_0', cause: null }));
  const anew = createToken(
    { id: 'token_1', digest: 'aa', origin: 'environment' },
    { name: 'ADMIN_TOKEN', permissions: ['admin'], expires_at: null },
    { id: 'e2', time: TIME, actor: 'registry', cause: null },
  );
  const tokens = given(...events, anew);
  expect([live(tokens), isRevokedByHand(tokens, 'aa')]).toEqual([['aa'], false]);
  expect(tokensOfEnvironment(tokens, 'aa', TIME)).toEqual([]);
});

test.each(['bootstrap', 'api'] as const)(
  'given a token of origin %s that a person revoked, when ADMIN_TOKEN is its text, then it stays revoked',
  (origin) => {
    const made = createToken(
      { id: 'token_1', digest: 'aa', origin },
      { name: 'First admin token', permissions: ['admin'], expires_at: null },
      { id: 'e1', time: TIME, actor: 'registry', cause: null },
    );
    const [token] = given(made);
    if (!token) throw new Error('there is no token');
    const byHand = { id: 'e2', time: TIME, actor: 'token_0', cause: null };
    const tokens = given(made, revokeToken(token, byHand));
    expect(isRevokedByHand(tokens, 'aa')).toBe(true);
    expect(tokensOfEnvironment(tokens, 'aa', TIME)).toEqual([]);
    expect(live(given(...tokensOfEnvironment(tokens, 'bb', TIME)))).toEqual(['bb']);
  },
);

test('given the first token as ADMIN_TOKEN, which a person revoked, when the house starts again, then only the first token lives', () => {
  const made = firstToken([], { id: 'token_1', digest: 'aa' }, TIME);
  if (!made) throw new Error('none was made');
  const events = [made, ...tokensOfEnvironment(given(made), 'aa', TIME)];
  const token = given(...events).find(({ origin }) => origin === 'environment');
  if (!token) throw new Error('there is no token of the environment');
  expect(isRevokedByHand(given(...events), 'aa')).toBe(false);
  events.push(revokeToken(token, { id: 'e1', time: TIME, actor: 'token_1', cause: null }));
  expect(isRevokedByHand(given(...events), 'aa')).toBe(true);
  expect(tokensOfEnvironment(given(...events), 'aa', TIME)).toEqual([]);
});

test('tokens made by people are left alone', () => {
  const made = createToken(
    { id: 'token_1', digest: 'cc', origin: 'api' },
    { name: 'ci', permissions: ['issues:read'], expires_at: null },
    { id: 'e1', time: TIME, actor: 'token_0', cause: null },
  );
  const after = tokensOfEnvironment(given(made), 'aa', TIME);
  expect(live(given(made, ...after)).sort()).toEqual(['aa', 'cc']);
});

test('rule 12: processes that start together make one token, and revoke once', () => {
  const before = tokensOfEnvironment([], 'aa', TIME);
  const one = tokensOfEnvironment(given(...before), 'bb', TIME);
  const other = tokensOfEnvironment(given(...before), 'bb', '2026-03-03T10:00:00.007Z');
  const tokens = given(...before, ...one, ...other);
  expect(tokens).toHaveLength(2);
  expect(tokens.map((token) => token.version)).toEqual([2, 1]);
  expect(live(tokens)).toEqual(['bb']);
});

test('given a house without tokens, the first one is made; given any, even a revoked one, none is', () => {
  const made = firstToken([], { id: 'token_1', digest: 'aa' }, TIME);
  if (!made) throw new Error('none was made');
  expect(made).toMatchObject({ data: { origin: 'bootstrap', permissions: ['admin'], version: 1 } });
  const tokens = given(made);
  expect(firstToken(tokens, { id: 'token_2', digest: 'bb' }, TIME)).toBeNull();
  const [token] = tokens;
  const revoked =
    token && revokeToken(token, { id: 'e2', time: TIME, actor: 'token_1', cause: null });
  expect(live(given(made, ...(revoked ? [revoked] : [])))).toEqual([]);
});
