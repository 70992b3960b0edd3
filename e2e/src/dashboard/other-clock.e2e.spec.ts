import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, issueInFull, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

const HOUR_MS = 3_600_000;

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test.each([-3, 3])(
  'whose clock is %d hours off is shown what happened in the last hour, when it was, and ignores an issue for an hour',
  async (hours) => {
    const domain = `${unique('clock')}.example`;
    await recordNew(await newAgent(house.admin), connection(domain));
    const { id } = await issueAbout(house.admin, domain);
    const { page, complaints } = await visitor(house.baseUrl);
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await comeSignedIn(page, house.adminToken, '/issues');
    await page.getByRole('button', { name: 'All time' }).click();
    await page.getByRole('menuitem', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'After: ' }).waitFor();
    await page.getByRole('link', { name: domain }).click();
    await page.getByText(/^Reported once, (now|[1-9] min\. ago)\.$/).waitFor();
    await page.getByRole('button', { name: 'Ignore' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'How long' }).click();
    await page.getByRole('option', { name: 'For one hour' }).click();
    await dialog.getByRole('button', { name: 'Ignore' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { ignored_until } = (await issueInFull(house.admin, id)) as { ignored_until?: string };
    const left = Date.parse(ignored_until ?? '') - Date.now();
    expect(left).toBeGreaterThan(0.9 * HOUR_MS);
    expect(left).toBeLessThan(1.1 * HOUR_MS);
    expect(complaints).toEqual([]);
  },
);
