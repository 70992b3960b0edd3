import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, newAgent, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import { openReceiver } from '../house/receiver';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
});

// proves: spec-5-dashboard-token, api-pages-session
test('a user token is created in the dashboard: Settings, API Tokens, Create Token', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'API Tokens' }).click();
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(unique('backend'));
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  const token = (await dialog.getByLabel('Token', { exact: true }).innerText()).trim();
  expect((await house.admin.as(token).get('/v1/issues')).status).toBe(200);
  expect(complaints).toEqual([]);
});

// proves: spec-6-dashboard-webhook, api-pages
test('a webhook is configured in the dashboard: Settings, Webhooks, Create Webhook; the page it links to shows the issue', async () => {
  const receiver = await openReceiver();
  const path = `/${unique('told')}`;
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url + path);
  await dialog.getByRole('button', { name: 'Create Webhook' }).click();
  await dialog.getByLabel('Signing secret', { exact: true }).waitFor();

  const domain = `${unique('told')}.example.com`;
  await recordNew(await newAgent(house.admin), connection(domain));
  const told = await eventually(() => receiver.at(path).find(({ body }) => body.includes(domain)));
  const { issue } = JSON.parse(told.body) as { issue: { url: string } };
  await page.goto(new URL(issue.url).pathname);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: domain }).waitFor();
  expect(complaints).toEqual([]);
});

test('an issue that is raised while somebody looks at the list is in it without a reload', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  const domain = `${unique('live')}.example.com`;
  await recordNew(await newAgent(house.admin), connection(domain));
  await page.getByText(domain).first().waitFor();
  expect(complaints).toEqual([]);
});
