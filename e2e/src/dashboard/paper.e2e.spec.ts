import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, record, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('on paper a page is itself alone, in light colours, and says when something was', async () => {
  const agent = await newAgent(house.admin);
  const destination = `${unique('printed')}.example.net`;
  await record(agent, connection(destination));
  const issue = await issueAbout(house.admin, destination);
  const { page, complaints, picture } = await visitor(house.baseUrl, { scheme: 'dark' });
  await comeSignedIn(page, house.adminToken, `/issues/${issue.id}`);
  await page.getByRole('heading', { level: 1, name: destination }).waitFor();
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  await main.waitFor({ state: 'hidden' });
  await page.getByRole('banner').waitFor({ state: 'hidden' });
  const time = `getComputedStyle(document.querySelector('main time'), '::after').content`;
  expect(await page.evaluate(time)).toMatch(/\d{2}:\d{2}:\d{2} UTC/);
  await picture('issue-printed');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.evaluate('dispatchEvent(new Event("afterprint"))');
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await main.waitFor();
  expect(complaints).toEqual([]);
});
