import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** As browsers do that keep nothing for a page but its cookies. */
const KEEP_NOTHING = `for (const store of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, store, { get: () => { throw new DOMException('Denied', 'SecurityError'); } });`;

test('who may keep nothing in the browser is told that a part of the page could not be loaded, and reads it anew', async () => {
  const { page } = await visitor(house.baseUrl);
  await page.addInitScript(KEEP_NOTHING);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByText('No open issues').waitFor();
  await page.route('**/*.js', (route) => route.fulfill({ status: 404 }));
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Agents' }).click();
  await page.getByText('A part of this page could not be loaded').waitFor();
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No agent yet').waitFor();
});
