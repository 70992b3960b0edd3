import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('a time that an address says by its day alone is understood, and nobody is told how the API reads times', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const domain = `${unique('day')}.example`;
  await recordNew(await newAgent(house.admin), connection(domain));
  await issueAbout(house.admin, domain);
  await comeSignedIn(page, house.adminToken, '/issues?since=2026-01-31&until=9999-12-31');
  await page.getByRole('listitem').filter({ hasText: domain }).waitFor();
  await page.getByRole('button', { name: 'After: 31 Jan 2026, 00:00' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
});
