import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import type { Webhook } from '../house/shapes';

let house: House;
let issue: string;
let webhook: string;
const domain = `${unique('leaving')}.example.com`;
const url = `https://198.51.101.7/${unique('leaving')}`;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  await recordNew(await newAgent(house.admin), connection(domain));
  issue = (await issueAbout(house.admin, domain)).id;
  webhook = (await house.admin.post<Webhook>('/v1/webhooks', { url })).body.id;
});

/** A form: where it is, what opens it, and a field of it. */
const FORMS: readonly {
  readonly what: string;
  readonly label: string;
  path(): string;
  open(page: Page): Promise<void>;
}[] = [
  {
    ...{ what: 'a token', label: 'Name', path: () => '/settings/tokens' },
    open: (page) => press(page, 'Create Token'),
  },
  {
    ...{ what: 'a webhook', label: 'Description', path: () => '/settings/webhooks' },
    open: (page) => press(page, 'Create Webhook'),
  },
  {
    ...{ what: 'an agent', label: 'Name', path: () => '/agents' },
    open: (page) => press(page, 'New agent'),
  },
  {
    ...{ what: 'a status', label: 'Reason', path: () => `/issues/${issue}` },
    open: (page) => press(page, 'Resolve'),
  },
  {
    ...{ what: 'what is allowed', label: 'Comment of the rule', path: () => `/issues/${issue}` },
    open: (page) => press(page, 'Allow from here'),
  },
  {
    ...{
      what: 'a changed webhook',
      label: 'Description',
      path: () => `/settings/webhooks/${webhook}?tab=change`,
    },
    open: (page) => page.getByRole('tab', { name: 'Change', selected: true }).waitFor(),
  },
];

/** Goes to a page as by a link from another one, so that there is a way back. */
async function at(page: Page, path: string): Promise<void> {
  await comeSignedIn(page, house.adminToken, '/policies');
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  await page.evaluate(
    `history.pushState({ ...history.state, __TSR_index: history.state.__TSR_index + 1 }, '', '${path}')`,
  );
}

test.each(FORMS)('who leaves a form of $what is asked first', async ({ label, path, open }) => {
  const { page, complaints } = await visitor(house.baseUrl);
  await at(page, path());
  await open(page);
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.fill('half a sen');
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.evaluate('history.back()');
  await asks.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await asks.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('half a sen');
  await page.evaluate('history.back()');
  await asks.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  expect(complaints).toEqual([]);
});

test.each(FORMS)(
  'who wrote nothing into a form of $what is not asked',
  async ({ path, open, label }) => {
    const { page, complaints } = await visitor(house.baseUrl);
    await at(page, path());
    await open(page);
    await page.getByRole('textbox', { name: label, exact: true }).waitFor();
    await page.evaluate('history.back()');
    await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
    expect(complaints).toEqual([]);
  },
);

test('what is written of a webhook stays while its deliveries are looked at; once it is saved nobody is asked', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await at(page, `/settings/webhooks/${webhook}?tab=change`);
  const field = page.getByLabel('Description', { exact: true });
  await field.fill('kept');
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByText('Nothing was sent yet').waitFor();
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('tab', { name: 'Change' }).click();
  expect(await field.inputValue()).toBe('kept');
  await press(page, 'Save changes');
  await page.getByText('The webhook is changed').waitFor();
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a webhook is deleted with all that is written of it, and nobody is asked whether to leave that', async () => {
  const { id } = (await house.admin.post<Webhook>('/v1/webhooks', { url })).body;
  const { page, complaints } = await visitor(house.baseUrl);
  await at(page, `/settings/webhooks/${id}?tab=change`);
  await page.getByLabel('Description', { exact: true }).fill('half a sen');
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect(complaints).toEqual([]);
});

test('who leaves a list for the same with other filters is asked first, once they wrote why its issues are resolved', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues?destination=${domain}`);
  const severity = page.getByRole('button', { name: /^High/ });
  await severity.click();
  await page.waitForURL(/severity=high/);
  await page.getByRole('checkbox', { name: domain }).check();
  await press(page, 'Resolve');
  const field = page.getByRole('textbox', { name: 'Reason', exact: true });
  await field.fill('half a sen');
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.evaluate('history.back()');
  await asks.waitFor();
  await asks.getByRole('button', { name: 'Stay' }).click();
  await asks.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('half a sen');
  await page.evaluate('history.back()');
  await asks.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await severity.getAttribute('aria-pressed')).toBe('false');
  expect(complaints).toEqual([]);
});
