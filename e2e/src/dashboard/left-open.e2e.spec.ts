import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import {
  connection,
  issueAbout,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { type House, openHouse } from '../house/house';
import type { Webhook } from '../house/shapes';

let house: House;
let agent: TestAgent;
const NAME = unique('watcher');
const domain = `${unique('left-open')}.example`;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin, { name: NAME });
  await recordNew(agent, connection(domain));
  await issueAbout(house.admin, domain);
});

const aWebhook = async (): Promise<string> => {
  const url = `https://198.51.101.7/${unique('left-open')}`;
  return (await house.admin.post<Webhook>('/v1/webhooks', { url })).body.id;
};

/** As if somebody came back to the page, and the network with them, when all that is shown has become old. */
const comeBack = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + 60_000;
    for (const type of ['offline', 'online']) dispatchEvent(new Event(type));
  }`);

/** A page, what is still seen on it, and how many parts of it say that they could not be read again. */
const PAGES: readonly {
  readonly what: string;
  readonly still: string;
  readonly parts: number;
  path(): Promise<string>;
}[] = [
  {
    ...{ what: 'the overview', still: 'per minute', parts: 6 },
    path: () => Promise.resolve('/'),
  },
  {
    ...{ what: 'an agent', still: 'Events since it was created', parts: 4 },
    path: () => Promise.resolve(`/agents/${agent.id}`),
  },
  {
    ...{ what: 'all agents', still: NAME, parts: 2 },
    path: () => Promise.resolve('/agents'),
  },
  {
    ...{ what: 'all issues', still: domain, parts: 2 },
    path: () => Promise.resolve('/issues'),
  },
  {
    ...{ what: 'an issue', still: 'What happened', parts: 1 },
    path: async () => `/issues/${(await issueAbout(house.admin, domain)).id}`,
  },
  {
    ...{ what: 'a webhook', still: 'Nothing was sent yet', parts: 1 },
    path: async () => `/settings/webhooks/${await aWebhook()}`,
  },
];

test.each(PAGES)(
  '$what, which cannot be read again, is shown as it was, with the reason',
  async ({ still, parts, path }) => {
    const { page } = await visitor(house.baseUrl);
    await signIn(page, house.adminToken, await path());
    const main = page.getByRole('main');
    await main.getByText(still).first().waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const error = { code: 'internal', message: 'It broke', details: '' };
    await page.route('**/v1/**', (route) => route.fulfill({ status: 500, json: { error } }));
    await comeBack(page);
    await main
      .getByText('It broke')
      .nth(parts - 1)
      .waitFor();
    await main.getByText(still).first().waitFor();
    expect(await violations(page)).toEqual([]);
  },
);

test('a webhook that is deleted elsewhere is shown no more', async () => {
  const id = await aWebhook();
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, `/settings/webhooks/${id}`);
  await page.getByText('Nothing was sent yet').waitFor();
  await house.admin.delete(`/v1/webhooks/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Webhook', exact: true }).waitFor();
  await page.getByRole('alert').getByText(id).waitFor();
  expect(await page.getByRole('button', { name: 'Send test' }).count()).toBe(0);
});

test('what is written of what is allowed stays when nobody can say any more what could be', async () => {
  const { id } = await issueAbout(house.admin, domain);
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, `/issues/${id}`);
  await page.getByRole('button', { name: 'Allow from here' }).click();
  const comment = page.getByLabel('Comment of the rule');
  await comment.fill('package mirror');
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route('**/v1/issues/**', (route) => route.fulfill({ status: 500, json: { error } }));
  await comeBack(page);
  await page.getByRole('dialog').getByText('It broke').first().waitFor();
  expect(await comment.inputValue()).toBe('package mirror');
});

test('a list of which more was told than anybody reads, on a page that is left open, is read again', async () => {
  const known = await issueAbout(house.admin, domain);
  const many = Array.from({ length: 2_000 }, (_, i) => ({ ...known, id: `${known.id}_${i}` }));
  const pagination = { next_cursor: 'further', has_more: true };
  const { page } = await visitor(house.baseUrl);
  let asked = 0;
  await page.route(/\/v1\/issues\?.*limit=50/, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ json: { data: many, pagination } }) : route.continue();
  });
  await signIn(page, house.adminToken, '/issues');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  const rows = page.getByRole('list', { name: 'Issues, newest first' }).getByRole('listitem');
  await rows.nth(1_999).waitFor();
  const another = `${unique('another')}.example`;
  await recordNew(agent, connection(another));
  await rows.filter({ hasText: another }).waitFor();
  await rows.nth(50).waitFor({ state: 'detached' });
  expect(asked).toBe(2);
});
