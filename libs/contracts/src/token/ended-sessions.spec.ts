import {
  endSession,
  isSessionEnded,
  MOST_ENDED,
  type TokenSessionEnded,
  type TokenSessions,
} from './ended-sessions';

const ended = (id: string, hour = 1): TokenSessionEnded => ({
  ...{ id: `fact of ${id}`, type: 'TokenSessionEnded', schema: 1, actor: 'token_1', cause: null },
  time: `2026-01-01T0${hour}:00:00.000Z`,
  data: { token_id: 'token_1', session_id: id, until: `2026-01-01T0${hour + 2}:00:00.000Z` },
});
const given = (...events: TokenSessionEnded[]): TokenSessions =>
  events.reduce<TokenSessions>(endSession, {});
const session = (id: string, hour = 0) => ({ id, begunAt: `2026-01-01T0${hour}:30:00.000Z` });

test('a session that somebody ended is over, another one of the same token is not', () => {
  const sessions = given(ended('session_a'));
  expect(isSessionEnded(sessions, session('session_a'))).toBe(true);
  expect(isSessionEnded(sessions, session('session_b'))).toBe(false);
  expect(isSessionEnded({}, session('session_a'))).toBe(false);
});

test('ended twice is ended once', () => {
  const once = given(ended('session_a'));
  expect(endSession(once, ended('session_a', 2))).toBe(once);
});

test('what is over by its time is forgotten', () => {
  expect(given(ended('session_a'), ended('session_b', 4)).ended_sessions).toEqual([
    { id: 'session_b', until: '2026-01-01T06:00:00.000Z' },
  ]);
});

test('more than are told apart: all of before are over, later ones are not', () => {
  const many = Array.from({ length: MOST_ENDED + 1 }, (_, i) => ended(`session_${i}`));
  const sessions = given(...many);
  expect(sessions.ended_sessions).toEqual([]);
  expect(isSessionEnded(sessions, session('session_of_before'))).toBe(true);
  expect(isSessionEnded(sessions, session('session_of_later', 2))).toBe(false);
  expect(isSessionEnded(given(...many.slice(1)), session('session_of_before'))).toBe(false);
});
