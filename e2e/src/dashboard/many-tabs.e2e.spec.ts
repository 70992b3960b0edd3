import type { Page } from 'playwright-core';
import { ELSEWHERE, useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import { connection, newAgent, recordNew, unique } from '../house/actors';
import { openOwnHouse } from '../house/house';

useBrowser();

/** Lays another tab over a page, or takes it away, as far as the page can tell: without a window all are seen at once. */
const cover = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(`{
    for (const [name, value] of [['hidden', ${isHidden}], ['visibilityState', '${isHidden ? 'hidden' : 'visible'}']])
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);

const isLive = (page: Page): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'Live' }).waitFor();

test('more tabs than a browser has connections stand open without https, and each tells what happens once it is seen again', async () => {
  const house = await openOwnHouse({ env: { PUBLIC_URL: undefined } });
  const agent = await newAgent(house.admin);
  const { page: first } = await visitor(`http://${ELSEWHERE}:${new URL(house.baseUrl).port}`);
  await signIn(first, house.adminToken, '/issues');
  expect(await first.evaluate<boolean>('"locks" in navigator')).toBe(false);
  await isLive(first);
  let last = first;
  for (let tab = 2; tab <= 8; tab += 1) {
    await cover(last, true);
    last = await first.context().newPage();
    await last.goto('/issues');
    await isLive(last);
  }
  const domain = `${unique('meanwhile')}.example`;
  await recordNew(agent, connection(domain));
  await last.getByText(domain).first().waitFor();
  expect(await first.getByText(domain).count()).toBe(0);
  await cover(last, true);
  await cover(first, false);
  await first.getByText(domain).first().waitFor();
});
