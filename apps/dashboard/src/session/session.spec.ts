import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryObserver } from '@tanstack/react-query';
import type { SessionView } from '../api/generated/types.gen';
import { queries } from '../api/queries';
import { forgetSession, knowSession, sessionOptions, stillTheirs } from './session';

const sessionOf = (id: string): SessionView => ({
  token: {
    ...{ id, name: id, permissions: ['admin'], origin: 'api' },
    ...{ created_at: '2026-03-01T12:00:00Z', expires_at: null, last_used: null },
  },
  session_expires_at: null,
});

const read = jest.fn().mockResolvedValue('read');
const shown = new QueryObserver(queries, { queryKey: ['shown'], queryFn: read, staleTime: 60_000 });
let hide = (): void => undefined;
beforeEach(async () => {
  read.mockClear();
  queries.setQueryData(sessionOptions.queryKey, sessionOf('token_a'));
  queries.setQueryData(['left'], 'read before');
  hide = shown.subscribe(() => undefined);
  await shown.refetch();
});
afterEach(() => {
  hide();
  queries.clear();
});

test('of what somebody else has read nothing is kept but what is shown, and that is asked for anew', () => {
  knowSession(sessionOf('token_b'));
  expect(queries.getQueryData(['left'])).toBeUndefined();
  expect(queries.getQueryData(sessionOptions.queryKey)?.token.id).toBe('token_b');
  expect(shown.getCurrentResult().isFetching).toBe(true);
});

test('what somebody has read is kept when their session is read again', () => {
  knowSession(sessionOf('token_a'));
  expect(queries.getQueryData(['left'])).toBe('read before');
  expect(shown.getCurrentResult().isFetching).toBe(false);
});

/** More than are shown at once: the others wait. */
function tellMany(): void {
  for (let i = 0; i < 10; i += 1) notifications.show({ message: 'told', autoClose: false });
}

/** How much is told, or will be. */
function told(): number {
  const { notifications: shownNow, queue } = notificationsStore.getState();
  return shownNow.length + queue.length;
}

test('what somebody was told stays while it is their session, and is shown to nobody else', () => {
  tellMany();
  knowSession(sessionOf('token_a'));
  expect(told()).toBe(10);
  knowSession(sessionOf('token_b'));
  expect(told()).toBe(0);
  tellMany();
  forgetSession();
  expect(told()).toBe(0);
});

test('what is only known once their session is over is told to nobody else', () => {
  const isStill = stillTheirs();
  knowSession(sessionOf('token_a'));
  expect(isStill()).toBe(true);
  knowSession(sessionOf('token_b'));
  expect(isStill()).toBe(false);
  knowSession(sessionOf('token_a'));
  forgetSession();
  expect(isStill()).toBe(false);
});
