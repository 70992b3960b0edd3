import { connection, newAgent, recordNew, unique } from '../house/actors';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';

let house: House;
let receiver: Receiver;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  receiver = await openReceiver();
});

const newIssue = async (): Promise<string> =>
  recordNew(await newAgent(house.admin), connection(`${unique('hook')}.example.com`));

test('a webhook is made for a chat, is sent messages for it, and made one for a receiver again', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/settings/webhooks');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://hooks.slack.com/services/T/B/x');
  await dialog.getByText('choose Slack').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^Slack/ }).click();
  await dialog.getByText('choose Slack').waitFor({ state: 'detached' });
  await dialog.getByLabel('URL').fill(`${receiver.url}/chat`);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('issue.created of every issue, as messages for Slack').waitFor();
  await newIssue();
  const { body } = await eventually(() => receiver.at('/chat')[0]);
  const [{ title }] = (JSON.parse(body) as { attachments: [{ title: string }] }).attachments;
  await page.getByRole('button', { name: `Delivered issue.created ${title}` }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-webhook-chat');
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^Parapet/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('issue.created of every issue', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a webhook for who is on call says where its key goes, is refused without it, and shows none of it', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/settings/webhooks');
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(`${receiver.url}/on-call`);
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: /^PagerDuty/ }).click();
  await dialog.getByText('goes into a header, X-Routing-Key').waitFor();
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  await dialog.getByText('headers must have X-Routing-Key').waitFor();
  await picture('settings-webhook-on-call');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Name of header 1').fill('X-Routing-Key');
  await dialog.getByLabel('Value of header 1').fill('the-key-of-on-call');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('issue.created of every issue, as alerts for PagerDuty').waitFor();
  await newIssue();
  const { body } = await eventually(() => receiver.at('/on-call')[0]);
  const { payload, ...event } = JSON.parse(body) as { payload: { summary: string } };
  expect(event).toMatchObject({ routing_key: 'the-key-of-on-call' });
  await page.getByRole('button', { name: `Delivered issue.created ${payload.summary}` }).click();
  await page.getByText('[redacted]').first().waitFor();
  expect(await page.content()).not.toContain('the-key-of-on-call');
  expect(complaints).toEqual([]);
});
