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

test.each(['10.10', '1e3', 'true', '12345678901234567890', '%22in quotes%22'])(
  'what an address says to search for is searched for as it was written: %s',
  async (written) => {
    const { page, complaints } = await visitor(house.baseUrl);
    await comeSignedIn(page, house.adminToken, `/issues?search=${written}`);
    const field = page.getByRole('textbox', { name: 'Search issues' });
    await field.waitFor();
    const said = decodeURIComponent(written).replaceAll('"', '');
    expect(await field.inputValue()).toBe(said);
    await field.fill('');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    // As the page itself leads there, and as who reads that anew comes there.
    for (const text of [said, `"${said}`]) {
      await field.fill(text);
      await field.press('Enter');
      await page.getByRole('button', { name: `Search: ${text}` }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: `Search: ${text}` }).waitFor();
    }
    expect(complaints).toEqual([]);
  },
);
