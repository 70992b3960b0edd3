import { useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import { type House, openHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
});

test('who opens a page that is not loaded yet while nobody answers is told so, and keeps the dashboard', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/issues');
  await page.getByRole('heading', { name: 'Issues' }).waitFor();
  await page.context().setOffline(true);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Policies' }).click();
  await page.getByText('A part of this page could not be loaded').waitFor();
  expect(await main.isVisible()).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
});

test('who opens a page whose parts an upgrade took away sees it all the same: it is read anew', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/issues');
  await page.getByRole('heading', { name: 'Issues' }).waitFor();
  await page.route('**/*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  const main = page.getByRole('navigation', { name: 'Main' });
  // It may be read anew before the click is told to be over.
  const link = main.getByRole('link', { name: 'Policies' });
  await Promise.all([page.waitForEvent('load'), link.click()]);
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
});
