import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, record } from '../house/actors';
import { openOwnHouse, type OwnHouse } from '../house/house';

let house: OwnHouse;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('a new house leads to its first agent, then the overview says what goes on in it', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken);
  await page.waitForURL('**/start');
  const agent = await newAgent(house.admin);
  await page.goto('/');
  await page.getByText('0 of 1').waitFor();
  await page.getByText('In the last five minutes; below, the last hour').waitFor();
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

test('that the newest issues were resolved does not say that nothing is open', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  const domains = Array.from({ length: 9 }, (_, i) => `newest-${i}.example`);
  const ids: string[] = [];
  for (const domain of domains) {
    await record(agent, connection(domain));
    ids.push((await issueAbout(house.admin, domain)).id);
  }
  await comeSignedIn(page, house.adminToken);
  const newest = page.getByRole('list', { name: 'Newest issues' }).getByRole('listitem');
  const about = (domain = '') => newest.filter({ hasText: domain });
  await about(domains[1]).waitFor();
  for (const id of ids.slice(1))
    await house.admin.patch(`/v1/issues/${id}`, { status: 'resolved', reason: 'expected' });
  await about(domains[0]).waitFor();
  expect(await page.getByText('Nothing is open').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(LOOKS)('everybody can use the overview: $size, $scheme', async (looks) => {
  const { page, picture } = await visitor(house.baseUrl, looks);
  await comeSignedIn(page, house.adminToken);
  await page.getByRole('list', { name: 'Newest issues' }).waitFor();
  await page.getByRole('figure').locator('svg').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('overview');
});
