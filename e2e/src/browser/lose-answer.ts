import type { Page } from 'playwright-core';

/**
 * The first request of this method to such an address is done, and its answer is lost.
 * @returns the status of what was lost, once it is
 */
export async function loseAnswer(
  page: Page,
  address: string,
  method: string,
): Promise<readonly number[]> {
  const lost: number[] = [];
  let isFirst = true;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || !isFirst) return route.continue();
    isFirst = false;
    lost.push((await route.fetch()).status());
    return route.abort();
  });
  return lost;
}
