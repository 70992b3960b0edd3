import {
  endSession,
  isSessionEnded,
  MOST_ENDED,
  type TokenSessionEnded,
  type TokenSessions,
} from './ended-sessions';

/** Somebody signs out at 09:00 by the clock that records it. @param begun by the clock of whoever let the session begin */
const ended = (id: string, begun?: string): TokenSessionEnded => ({
  ...{ id: `fact of ${id}`, type: 'TokenSessionEnded', schema: 1, actor: 'token_1', cause: null },
  time: at('09:00'),
  data: {
    ...{ token_id: 'token_1', session_id: id, until: at('20:00') },
    ...(begun !== undefined && { begun_at: at(begun) }),
  },
});
const at = (time: string): string => `2026-01-01T${time}:00.000Z`;
const given = (...events: TokenSessionEnded[]): TokenSessions =>
  events.reduce<TokenSessions>(endSession, {});
const session = (id: string, begun = '00:30') => ({ id, begunAt: at(begun) });
test('a session that somebody ended is over, another one of the same token is not', () => {
  const sessions = given(ended('session_a'));
  expect(isSessionEnded(sessions, session('session_a'))).toBe(true);
  expect(isSessionEnded(sessions, session('session_b'))).toBe(false);
  expect(isSessionEnded({}, session('session_a'))).toBe(false);
});

test('ended twice is ended once', () => {
  const once = given(ended('session_a'));
  expect(endSession(once, ended('session_a'))).toBe(once);
});

const minute = (n: number): string => String(n).padStart(2, '0');
const many = Array.from({ length: MOST_ENDED + 1 }, (_, i) =>
  ended(`session_${i}`, `0${7 + Math.floor(i / 60)}:${minute(i % 60)}`),
);

test('more than are told apart: all that began before the first of them are over, later ones are not', () => {
  const sessions = given(...many);
  expect(sessions.ended_sessions).toHaveLength(MOST_ENDED);
  expect(isSessionEnded(sessions, session('session_of_before', '06:59'))).toBe(true);
  expect(isSessionEnded(sessions, session('session_of_between', '07:30'))).toBe(false);
  expect(isSessionEnded(given(...many.slice(1)), session('session_of_before'))).toBe(false);
});

test('rule 21: whatever clock a session began by, and in whatever order they end, what was ended is over', () => {
  const ahead = ended('session_ahead', '09:30');
  for (const order of [[ahead, ...many], [...many, ahead], [...many, ahead].reverse()]) {
    const sessions = given(...order);
    for (const { data } of order) {
      const shown = { id: data.session_id, begunAt: data.begun_at ?? '' };
      expect(isSessionEnded(sessions, shown)).toBe(true);
    }
    expect(isSessionEnded(sessions, session('session_of_later', '09:10'))).toBe(false);
  }
});

test('of ends that do not say when the session began, the moment of the end counts', () => {
  const untold = Array.from({ length: MOST_ENDED + 1 }, (_, i) => ended(`session_${i}`));
  expect(isSessionEnded(given(...untold), session('session_0', '08:59'))).toBe(true);
  expect(isSessionEnded(given(...untold), session('session_of_later', '09:01'))).toBe(false);
});
