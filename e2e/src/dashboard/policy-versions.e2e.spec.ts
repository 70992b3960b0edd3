import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy, read } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('of a policy of thousands of rules the comparison marks the few that were changed', async () => {
  const rules = (word: string) =>
    Array.from({ length: 5_000 }, (_, i) => ({
      pattern: `${i % 500 === 250 ? word : 'kept'}-${i}.example.com`,
    }));
  const policy = { name: unique('compared'), type: 'allow', scope: 'global', enabled: true };
  const made = { ...policy, rules: rules('old') };
  const { id } = (await house.admin.post<{ id: string }>('/v1/policies', made)).body;
  await house.admin.put(`/v1/policies/${id}`, { ...policy, rules: rules('new') });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/policies/${id}?tab=versions`);
  await page.locator('.cm-changedLine', { hasText: 'new-250.example.com' }).waitFor();
  await page.locator('.cm-deletedLine', { hasText: 'old-250.example.com' }).waitFor();
  expect(await page.locator('.cm-deletedLine').count()).toBeLessThanOrEqual(10);
  expect(complaints).toEqual([]);
});

test('of two long policies that have nothing in common the comparison strikes some lines, and all of them where that is asked', async () => {
  const rules = (word: string) =>
    Array.from({ length: 5_000 }, (_, i) => ({ pattern: `${word}-${i}.example.com` }));
  const policy = { name: unique('replaced'), type: 'allow', scope: 'global', enabled: true };
  const made = { ...policy, rules: rules('old') };
  const { id } = (await house.admin.post<{ id: string }>('/v1/policies', made)).body;
  await house.admin.put(`/v1/policies/${id}`, { ...policy, rules: rules('new') });
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/policies/${id}?tab=versions`);
  const struck = page.locator('.cm-deletedLine');
  const more = page.getByRole('button', { name: /^Show 4,80\d more lines that are gone$/ });
  await more.waitFor();
  expect(await struck.count()).toBe(200);
  expect(await violations(page)).toEqual([]);
  await picture('policy-replaced');
  await more.focus();
  await page.keyboard.press('Enter');
  await struck.nth(4_999).waitFor();
  expect(await more.count()).toBe(0);
  await page.locator('.cm-content:focus').waitFor();
  // It goes on where it was pressed.
  await page.waitForFunction('document.querySelector(".cm-scroller").scrollTop > 1000');
  expect(complaints).toEqual([]);
});

test('a version is said to be restored that is, though the answer is lost, or comes before that can be read', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('restored');
  const id = await aPolicy(house, name);
  const block = { name, type: 'block', rules: [{ pattern: 'b.example.com' }] };
  await house.admin.put(`/v1/policies/${id}`, block);
  await comeSignedIn(page, house.adminToken, `/policies/${id}?tab=versions`);
  // When it comes it moves the button that is pressed.
  await page.locator('.cm-content').first().waitFor();
  await page.getByRole('button', { name: 'Restore version 1' }).waitFor();
  const before = await read(house, id);
  const versions = (await house.admin.get(`/v1/policies/${id}/versions`)).body;
  await page.route(`**/v1/policies/${id}/versions?*`, (route) => route.fulfill({ json: versions }));
  await page.route(`**/v1/policies/${id}`, async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: before });
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const restore = page.getByRole('dialog').getByRole('button', { name: 'Restore' });
  await restore.click();
  await page.getByRole('dialog').getByText('Parapet does not answer').waitFor();
  await page.unrouteAll();
  await restore.click();
  await page.getByText('Version 1 is version 3 now').waitFor();
  expect(await read(house, id)).toMatchObject({ type: 'allow', version: 3 });
  expect(complaints).toEqual([]);
});
