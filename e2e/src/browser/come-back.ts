import type { Locator, Page } from 'playwright-core';
import { eventually } from '../house/eventually';

/** As if somebody came back to the page, and the network with them, when all that is shown has become old. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + 60_000;
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
  }`);

/** Comes back until something is shown: what was being asked at that moment is answered as before, and is old only the next time. */
export const comeBackUntil = (page: Page, shown: Locator): Promise<true> =>
  eventually(async () => {
    await comeBack(page);
    await shown.waitFor({ timeout: 2_000 });
    return true;
  });
