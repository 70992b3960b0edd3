import type { Locator, Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';
import type { Webhook } from '../house/shapes';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** The first DELETE is done, and its answer lost. */
async function loseAnswer(page: Page, api: string): Promise<void> {
  let lost = 0;
  await page.route(`**${api}/*`, async (route) => {
    if (route.request().method() !== 'DELETE' || lost > 0) return route.continue();
    lost += 1;
    expect((await route.fetch()).status()).toBe(204);
    return route.abort();
  });
}

/** Confirms twice: the first time nothing answers, the second time what was to be deleted is no more. */
async function confirmTwice(dialog: Locator, action: string): Promise<void> {
  const confirm = dialog.getByRole('button', { name: action });
  await confirm.click();
  await dialog.getByText('Parapet does not answer').waitFor();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
}

test('a webhook whose deletion was not answered is deleted once more, and that is well', async () => {
  const { page } = await visitor(house.baseUrl);
  const url = `https://198.51.101.7/${unique('deleted')}`;
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url });
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${made.body.id}`);
  await loseAnswer(page, '/v1/webhooks');
  await press(page, 'Delete');
  await confirmTwice(page.getByRole('dialog', { name: 'Delete this webhook?' }), 'Delete');
  await page.waitForURL('**/settings/webhooks');
  expect(await page.getByText(url).count()).toBe(0);
});

test('a token whose revocation was not answered is revoked once more, and that is well', async () => {
  const { page } = await visitor(house.baseUrl);
  const name = unique('revoked');
  await newUserToken(house.admin, { name });
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await loseAnswer(page, '/v1/tokens');
  await press(page, `Revoke ${name}`);
  await confirmTwice(page.getByRole('dialog', { name: 'Revoke this token?' }), 'Revoke');
  await page.getByRole('button', { name: `Revoke ${name}` }).waitFor({ state: 'detached' });
});
