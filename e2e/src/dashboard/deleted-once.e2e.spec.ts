import type { Locator } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { loseAnswer } from '../browser/lose-answer';
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
  const lost = await loseAnswer(page, '**/v1/webhooks/*', 'DELETE');
  await press(page, 'Delete');
  await confirmTwice(page.getByRole('dialog', { name: 'Delete this webhook?' }), 'Delete');
  expect(lost).toEqual([204]);
  await page.waitForURL('**/settings/webhooks');
  expect(await page.getByText(url).count()).toBe(0);
});

test('a token whose revocation was not answered is revoked once more, and that is well', async () => {
  const { page } = await visitor(house.baseUrl);
  const name = unique('revoked');
  await newUserToken(house.admin, { name });
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  const lost = await loseAnswer(page, '**/v1/tokens/*', 'DELETE');
  await press(page, `Revoke ${name}`);
  await confirmTwice(page.getByRole('dialog', { name: 'Revoke this token?' }), 'Revoke');
  expect(lost).toEqual([204]);
  await page.getByRole('button', { name: `Revoke ${name}` }).waitFor({ state: 'detached' });
});
