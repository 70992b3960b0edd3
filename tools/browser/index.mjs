import { has } from '../servers/command.mjs';
import { provide } from '../servers/packages.mjs';

/** As Debian calls the one that has no window at all: tests of the pages take a quarter less of the processor with it. */
const SHELL = 'chromium-headless-shell';
/** Commands that a Chromium may go by. */
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The command of a Chromium, installed where there is none. `CHROMIUM` names another.
 * @throws Advice where it cannot be installed
 */
export async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const found = NAMES.find((name) => has(name));
  if (found) return found;
  const otherwise = 'or name a Chromium in CHROMIUM';
  await provide({ [SHELL]: SHELL }, { who: 'Tests in a browser', otherwise });
  return SHELL;
}
