import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { signIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, record } from '../house/actors';
import { openOwnHouse, type OwnHouse } from '../house/house';

let house: OwnHouse;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('a new house leads to its first agent, then the overview says what goes on in it', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken);
  await page.waitForURL('**/start');
  const agent = await newAgent(house.admin);
  await page.goto('/');
  await page.getByText('0 of 1').waitFor();
  const hostile = '<img src=x onerror=alert(1)>\u202e.example';
  await record(agent, connection(hostile));
  await issueAbout(house.admin, hostile);
  await page.getByRole('list', { name: 'Newest issues' }).getByRole('listitem').waitFor();
  await page
    .getByRole('link', { name: /<img src=x.*example/ })
    .first()
    .waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await page.getByRole('link', { name: /^1 (critical|high|medium|low)$/ }).click();
  await page.waitForURL(/\/issues\?severity=/);
  expect(complaints).toEqual([]);
});

test.each(LOOKS)('everybody can use the overview: $size, $scheme', async (looks) => {
  const { page, picture } = await visitor(house.baseUrl, looks);
  await signIn(page, house.adminToken);
  await page.getByRole('list', { name: 'Newest issues' }).waitFor();
  await page.getByRole('figure').locator('svg').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('overview');
});
