import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import { type House, openHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';

jest.setTimeout(60_000);

let house: House;
let receiver: Receiver;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
  receiver = await openReceiver();
});

test('a webhook is created, after the API has said at the field what was wrong', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/settings/webhooks');
  await page.getByText('No webhook yet').waitFor();
  await picture('settings-webhooks-empty');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabel('URL');
  await url.fill('https://10.1.2.3/');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Name of header 1').fill('X-Api-Key');
  await dialog.getByLabel('Value of header 1').fill('a key of the receiver');
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  await dialog.getByText('url must lead to a public address').waitFor();
  expect(await url.getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await picture('settings-create-webhook');
  await url.fill(`${receiver.url}/made`);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  const secret = await dialog.getByLabel('Signing secret', { exact: true }).innerText();
  expect(secret).toMatch(/^whsec_/);
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook-secret');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  expect(complaints).toEqual([]);
});
