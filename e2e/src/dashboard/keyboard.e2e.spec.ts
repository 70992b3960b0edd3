import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { type House, openHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
});

test('on a phone keys go to the navigation only while it is open', async () => {
  const { page, complaints } = await visitor(house.baseUrl, { size: 'phone' });
  await comeSignedIn(page, house.adminToken, '/policies');
  const afterHeader = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Tab');
  };
  await page.getByRole('link', { name: 'New policy' }).waitFor();
  await afterHeader();
  await page.locator('main a:focus').waitFor();
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await afterHeader();
  await page.locator('nav a:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Policies' }).waitFor();
  await page.getByRole('button', { name: 'Open the navigation' }).waitFor();
  await page.locator('main:focus').waitFor();
  expect(complaints).toEqual([]);
});
