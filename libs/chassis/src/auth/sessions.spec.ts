import { testSettings } from '../testing/test-settings';
import { type Session, SessionSeal } from './session-seal';
import { Sessions } from './sessions';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const [secretKey, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const now = Date.UTC(2026, 0, 1);
const sessions = new Sessions(testSettings({ secretKey, previousSecretKeys: [former] }));

function shown(begunAt: number, until: number): Session | null {
  const text = new SessionSeal(former).seal({
    ...{ id: 'session_a', tokenId: 'token_b', begunAt, until },
  });
  return sessions.of(`__Host-parapet_session=${text}`, now);
}

test('no session is believed that says it lasts longer than sessions do, whatever key sealed it', () => {
  expect(shown(now, now + 12 * HOUR)).toMatchObject({ begunAt: now });
  expect(shown(now, now + 12 * HOUR + 1)).toBeNull();
  expect(shown(now - 12 * HOUR, now + 1)).toBeNull();
});

test('no session is believed that begins later than clocks of processes are apart', () => {
  const begunIn = (ms: number) => shown(now + ms, now + ms + 12 * HOUR);
  expect(begunIn(5 * MINUTE)).not.toBeNull();
  expect(begunIn(5 * MINUTE + 1)).toBeNull();
  // Its end would end every session that began before it said that it did.
  expect(shown(Date.UTC(9999, 0), now + HOUR)).toBeNull();
});
