import type { Page } from 'playwright-core';

/** For tests that let time pass in the page alone: the house, where none passes, no longer says what time it is. */
export async function tellNoTime(page: Page): Promise<void> {
  await page.route(/\/v1\/(?!stream)/, async (route) => {
    const response = await route.fetch();
    const { date: _told, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}
