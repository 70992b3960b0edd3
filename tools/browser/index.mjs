import { has } from '../servers/command.mjs';
import { provide } from '../servers/packages.mjs';

/** Commands that a Chromium may go by; the first is what Debian calls it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The command of a Chromium, installed where there is none. `CHROMIUM` names another.
 * @throws Advice where it cannot be installed
 */
export async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = NAMES.find((name) => has(name));
  if (found) return found;
  const otherwise = 'or name a Chromium in CHROMIUM';
  await provide({ chromium: 'chromium' }, { who: 'Tests in a browser', otherwise });
  return 'chromium';
}
