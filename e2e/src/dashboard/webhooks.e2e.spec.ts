import type { Page } from 'playwright-core';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { connection, newAgent, recordNew, type TestAgent, unique } from '../house/actors';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver, type Received, type Receiver, serviceSignature } from '../house/receiver';
import type { Webhook } from '../house/shapes';

const HOSTILE = '<img src=x onerror=alert(1)>\u001b[31mred\u202Etxt.exe';
/** As people typed it. */
const SHOWN = '<img src=x onerror=alert(1)>␛[31mred⟨U+202E⟩txt.exe';

/** As a receiver answered it: what hides is not even kept. */
const KEPT = '<img src=x onerror=alert(1)>\uFFFD[31mred\uFFFDtxt.exe';

let house: House;
let receiver: Receiver;
let agent: TestAgent;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  // `/410/…` is answered 410, and so on; `/later` 503 twice, so that whether the house or somebody tries again first changes nothing.
  receiver = await openReceiver(({ path }, before) => ({
    status: path === '/later' && before < 2 ? 503 : Number(/^\/(\d{3})\//.exec(path)?.[1] ?? 200),
    body: path.includes('hostile') ? HOSTILE : '{"taken":true}',
  }));
  agent = await newAgent(house.admin);
});

const newIssue = (): Promise<string> =>
  recordNew(agent, connection(`${unique('hook')}.example.com`));

async function hook(path: string, more: object = {}): Promise<Webhook> {
  const body = { url: receiver.url + path, ...more };
  return (await house.admin.post<Webhook>('/v1/webhooks', body)).body;
}

/** Throws unless the request is signed by the secret. */
function verify(secret: string, { headers, body }: Received): void {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  new StandardWebhook(secret).verify(body, signed);
}

const secretShown = (page: Page): Promise<string> =>
  page.getByRole('dialog').getByLabel('Signing secret', { exact: true }).innerText();

test('clusters whose names differ in capitals alone are each chosen', async () => {
  const { id } = await hook('/clusters');
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}?tab=change`);
  const field = page.getByRole('combobox', { name: 'Clusters' });
  for (const name of ['Prod', 'prod', 'prod']) {
    await field.fill(name);
    await field.press('Enter');
  }
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('in Prod or prod').waitFor();
  await house.admin.delete(`/v1/webhooks/${id}`);
});

test('a webhook is created, after the API has said at the field what was wrong; its secret verifies a delivery', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/settings/webhooks');
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
  await dialog.locator('input:focus[data-path=url]').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-create-webhook');

  await url.fill(`${receiver.url}/made`);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  const secret = await secretShown(page);
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook-secret');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('heading', { name: `${receiver.url}/made` }).waitFor();

  const domain = `${unique('told')}.example.com`;
  await recordNew(agent, connection(domain));
  const request = await eventually(() => receiver.at('/made')[0]);
  expect(request.headers).toMatchObject({
    ...{ 'x-service-signature': serviceSignature(secret, request.body) },
    'x-api-key': 'a key of the receiver',
  });
  const told = `Delivered issue.created Unknown egress to ${domain}`;
  await page.getByRole('button', { name: told }).click();
  await page
    .getByRole('group', { name: 'Body of the request' })
    .getByText('"issue.created"')
    .waitFor();
  await page
    .getByRole('group', { name: 'Response to attempt 1' })
    .getByText('"taken": true')
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook');
  expect(complaints).toEqual([]);
});

test('what a receiver answers to a test is shown as text, whatever it is; what failed is delivered again', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl, { scheme: 'dark' });
  const { id } = await hook('/410/hostile', { description: HOSTILE });
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}`);
  await page.getByText(SHOWN).waitFor();
  await newIssue();
  await page.getByRole('alert').getByText('the receiver answered 410 Gone').waitFor();
  await page.getByRole('button', { name: /Given up issue.created/ }).click();
  const response = page.getByRole('group', { name: 'Response to attempt 1' });
  expect(await response.innerText()).toBe(KEPT);
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
  await page.getByText(`${id} is disabled`).waitFor();

  await page.getByRole('button', { name: 'Send test' }).click();
  const result = page.getByRole('status', { name: 'Result of the test' });
  await result.getByText('HTTP 410').waitFor();
  await result.getByText(KEPT).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook-failing');

  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByLabel('URL').fill(`${receiver.url}/mended`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: `${receiver.url}/mended` }).waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Redeliver failed…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click();
  await page.getByText('1 delivery is due again.').waitFor();
  await eventually(() => receiver.at('/mended')[0]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /Delivered issue.created/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('what is written of a webhook stays when it is enabled or changed elsewhere; only that is saved', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id } = await hook('/contended', { enabled: false });
  const theirs = { events: ['issue.resolved'] };
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}?tab=change`);
  await page.getByLabel('Description').fill('mine');
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Description').inputValue()).toBe('mine');
  await house.admin.patch(`/v1/webhooks/${id}`, theirs);
  await page.getByRole('alert').getByText('Somebody else changed this webhook').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The webhook is changed').waitFor();
  const saved = { ...theirs, description: 'mine', enabled: true };
  expect((await house.admin.get(`/v1/webhooks/${id}`)).body).toMatchObject(saved);
  await page.getByText('Somebody else changed this webhook').waitFor({ state: 'detached' });

  await page.getByLabel('Description').fill('mine again');
  await house.admin.patch(`/v1/webhooks/${id}`, { description: 'theirs' });
  await page.getByRole('button', { name: 'Load theirs, drop mine' }).click();
  expect(await page.getByLabel('Description').inputValue()).toBe('theirs');
  expect(complaints).toEqual([]);
});

test('a delivery that failed waits for its next attempt, or is made now', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id } = await hook('/later');
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}`);
  await newIssue();
  await page.getByRole('button', { name: /Waiting issue.created .*HTTP 503.*next/ }).click();
  await page.getByText('the receiver answered 503').first().waitFor();
  await page.getByRole('button', { name: 'Deliver now' }).click();
  const third = page.getByRole('group', { name: 'Response to attempt 3' });
  await third.getByText('"taken": true').waitFor();
  await page.getByRole('button', { name: /Delivered issue.created .*3 attempts/ }).waitFor();
  await page.getByText('Delivered', { exact: true }).first().click();
  await page.waitForURL(/status=succeeded/);
  await page.getByRole('button', { name: /Delivered issue.created/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('a secret is rotated: both sign until the new one is the only one', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl, { size: 'phone' });
  const { id, secret } = await hook('/rotated');
  const sent = async (): Promise<Received> => {
    const before = receiver.at('/rotated').length;
    await page.getByRole('button', { name: 'Send test' }).click();
    return eventually(() => receiver.at('/rotated')[before]);
  };
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}?tab=secret`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const next = await secretShown(page);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Two secrets sign').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook-rotation');
  const both = await sent();
  for (const one of [secret, next]) verify(one, both);
  await page.getByRole('button', { name: 'Make the new secret the only one' }).click();
  await page.getByText('One secret signs').waitFor();
  const alone = await sent();
  verify(next, alone);
  expect(() => verify(secret, alone)).toThrow();
  expect(complaints).toEqual([]);
});
