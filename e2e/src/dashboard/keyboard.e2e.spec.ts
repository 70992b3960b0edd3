import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { aPolicy } from './policy-pages';

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

test('what is switched by keyboard keeps the keys: it can be switched back', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('switched');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await page.getByRole('switch', { name: `${name} is applied` }).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${name} is disabled`).waitFor();
  await page.keyboard.press('Space');
  await page.getByText(`${name} is enabled`).waitFor();

  const agent = await newAgent(house.admin);
  await page.goto(`/agents/${agent.id}`);
  const mode = async (of: string, by: string): Promise<void> => {
    await page.keyboard.press(by);
    await page.getByRole('radio', { name: of, checked: true }).waitFor();
    await page.locator('main [aria-busy=false]').waitFor();
  };
  await page.getByRole('radio', { name: 'Detect' }).focus();
  await mode('Enforce', 'ArrowDown');
  await mode('Detect', 'ArrowUp');
  expect(complaints).toEqual([]);
});

test('who changes the status of an issue by keyboard goes on in its page', async () => {
  const agent = await newAgent(house.admin);
  const domain = `${unique('by-keyboard')}.example`;
  await recordNew(agent, connection(domain));
  const { id } = await issueAbout(house.admin, domain);
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues/${id}`);
  for (const deed of ['Acknowledge', 'Resolve', 'Reopen']) {
    await page.getByRole('main').getByRole('button', { name: deed }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: deed }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('main a:focus').waitFor();
  }
  expect(complaints).toEqual([]);
});
