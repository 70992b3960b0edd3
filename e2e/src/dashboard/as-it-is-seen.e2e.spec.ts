import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** How something looks while neither a pointer nor keys are at it, as a picture. */
async function looks(page: Page, selector: string): Promise<string> {
  await page.evaluate('document.activeElement?.blur()');
  await page.mouse.move(640, 790);
  const picture = await page.locator(selector).first().screenshot({ animations: 'disabled' });
  return picture.toString('base64');
}

test('in the colours of the system, too, it is seen what is switched on, and which page is shown', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await page.emulateMedia({ forcedColors: 'active' });
  const id = await aPolicy(house, unique('seen'));
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  const track = '.mantine-Switch-track';
  const on = await looks(page, track);
  expect(await violations(page)).toEqual([]);
  await picture('policy-forced');
  await page.getByRole('switch').press('Space');
  await page.getByRole('switch', { checked: false }).waitFor();
  await page.getByText('is disabled').first().waitFor();
  expect(await looks(page, track)).not.toBe(on);
  const policies = 'nav a[href="/policies"]';
  const here = await looks(page, policies);
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  expect(await looks(page, policies)).not.toBe(here);
  expect(complaints).toEqual([]);
});

test('in the colours of the system what is shown, and what it says, is read on every page that shows one of several', async () => {
  const { page } = await visitor(house.baseUrl);
  await page.emulateMedia({ forcedColors: 'active' });
  const id = await aPolicy(house, unique('seen'));
  await comeSignedIn(page, house.adminToken, '/start');
  for (const [path, within] of [
    ['/start', '[aria-current="step"]'],
    ['/issues', 'main a[aria-current]'],
    ['/issues?severity=high', '[aria-pressed="true"]'],
    [`/policies/${id}?tab=versions`, 'main button[aria-current]'],
    ['/settings', 'main a[aria-current]'],
  ] as const) {
    await page.goto(`${house.baseUrl}${path}`);
    await page.locator(within).first().waitFor();
    expect([path, await violations(page)]).toEqual([path, []]);
  }
});

test('on a phone what is said of how live a page is, is said in full', async () => {
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route('**/v1/stream', (route) => route.abort());
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByText('Connecting…', { exact: true }).waitFor();
  const cut = ['header .mantine-Badge-label', 'html'].map((selector) =>
    page.evaluate<number>(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      (document.querySelector('${selector}'))`),
  );
  expect(await Promise.all(cut)).toEqual([0, 0]);
});
