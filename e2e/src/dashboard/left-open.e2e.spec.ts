import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeBackUntil } from '../browser/come-back';
import { comeSignedIn } from '../browser/sign-in';
import { tellNoTime } from '../browser/tell-no-time';
import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import type { Webhook } from '../house/shapes';
import { aPolicy } from './policy-pages';

let house: House;
let agent: TestAgent;
const NAME = unique('watcher');
const domain = `${unique('left-open')}.example`;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  agent = await newAgent(house.admin, { name: NAME });
  await recordNew(agent, connection(domain));
  await issueAbout(house.admin, domain);
});

const aWebhook = async (): Promise<string> => {
  const url = `https://198.51.101.7/${unique('left-open')}`;
  return (await house.admin.post<Webhook>('/v1/webhooks', { url })).body.id;
};

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
    ...{ what: 'a policy', still: 'version 1', parts: 2 },
    path: async () => `/policies/${await aPolicy(house, unique('left-open'))}`,
  },
  {
    ...{ what: 'an issue', still: 'What happened', parts: 1 },
    path: async () => `/issues/${(await issueAbout(house.admin, domain)).id}`,
  },
  {
    ...{ what: 'a webhook', still: 'Nothing was sent yet', parts: 2 },
    path: async () => `/settings/webhooks/${await aWebhook()}`,
  },
  {
    ...{ what: 'all webhooks', still: 'https://198.51.101.7/', parts: 1 },
    path: async () => (await aWebhook(), '/settings/webhooks'),
  },
  {
    ...{ what: 'all policies', still: 'left-open', parts: 1 },
    path: async () => (await aPolicy(house, unique('left-open')), '/policies'),
  },
  {
    ...{ what: 'all tokens', still: 'Signed in with it', parts: 1 },
    path: () => Promise.resolve('/settings/tokens'),
  },
  {
    ...{ what: 'the audit', still: NAME, parts: 1 },
    path: () => Promise.resolve('/settings/audit'),
  },
];

test.each(PAGES)(
  '$what, which cannot be read again, is shown as it was, with the reason',
  async ({ still, parts, path }) => {
    const { page } = await visitor(house.baseUrl);
    await comeSignedIn(page, house.adminToken, await path());
    const main = page.getByRole('main');
    await main.getByText(still).first().waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const error = { code: 'internal', message: 'It broke', details: '' };
    await page.route('**/v1/**', (route) => route.fulfill({ status: 500, json: { error } }));
    const last = main.getByText('It broke').nth(parts - 1);
    await comeBackUntil(page, last);
    await main.getByText(still).first().waitFor();
    expect(await violations(page)).toEqual([]);
  },
);

test('events that cannot be counted or listed again are shown as they were, with the reason', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/events');
  const main = page.getByRole('main');
  const counted = main.getByText('in the last hour', { exact: true });
  await counted.waitFor();
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route('**/v1/events**', (route) => route.fulfill({ status: 500, json: { error } }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await main.getByText('It broke').nth(1).waitFor();
  expect(await counted.isVisible()).toBe(true);
});

test('a webhook that is deleted elsewhere is shown no more', async () => {
  const id = await aWebhook();
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}`);
  await page.getByText('Nothing was sent yet').waitFor();
  await house.admin.delete(`/v1/webhooks/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Webhook', exact: true }).waitFor();
  await page.getByRole('alert').getByText(id).waitFor();
  expect(await page.getByRole('button', { name: 'Send test' }).count()).toBe(0);
});

test('what is written of what is allowed stays when nobody can say any more what could be', async () => {
  const { id } = await issueAbout(house.admin, domain);
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues/${id}`);
  await page.getByRole('button', { name: 'Allow from here' }).click();
  const comment = page.getByLabel('Comment of the rule');
  await comment.fill('package mirror');
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route('**/v1/issues/**', (route) => route.fulfill({ status: 500, json: { error } }));
  const said = page.getByRole('dialog').getByText('It broke').first();
  await comeBackUntil(page, said);
  expect(await comment.inputValue()).toBe('package mirror');
});

test('a list of which more was told than anybody reads, on a page that is left open, is read again', async () => {
  const known = await issueAbout(house.admin, domain);
  const many = Array.from({ length: 2_000 }, (_, i) => ({ ...known, id: `${known.id}_${i}` }));
  const pagination = { next_cursor: 'further', has_more: true };
  const { page, complaints } = await visitor(house.baseUrl);
  const list = /\/v1\/issues\?.*limit=8/;
  await page.route(list, (route) => route.fulfill({ json: { data: many, pagination } }));
  await comeSignedIn(page, house.adminToken);
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  const rows = page.getByRole('list', { name: 'Newest issues' }).getByRole('listitem');
  await rows.nth(7).waitFor();
  // It may be read once more when the stream begins.
  await page.waitForTimeout(1_000);
  await page.unroute(list);
  const again = page.waitForRequest(list);
  const another = `${unique('another')}.example`;
  await recordNew(agent, connection(another));
  await rows.filter({ hasText: another }).waitFor();
  await again;
  await rows.nth(7).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('when agents that go on speaking were last seen is read again, though nobody tells of it', async () => {
  const { page } = await visitor(house.baseUrl);
  await page.clock.install();
  await tellNoTime(page);
  await page.route('**/v1/agents?**', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { readonly data: readonly object[] };
    const last_seen = new Date(await page.evaluate<number>('Date.now()')).toISOString();
    await route.fulfill({ json: { ...rest, data: data.map((one) => ({ ...one, last_seen })) } });
  });
  await comeSignedIn(page, house.adminToken, '/agents');
  const row = page.getByRole('row', { name: NAME });
  await row.getByText('now', { exact: true }).waitFor();
  await page.clock.fastForward('05:00');
  await row.getByText('now', { exact: true }).waitFor();
});

test('what changed while another page was shown is shown as it is now when it is looked at again', async () => {
  const seen = `${unique('looked-at')}.example`;
  await recordNew(agent, connection(seen));
  const { id } = await issueAbout(house.admin, seen);
  const { page, complaints } = await visitor(house.baseUrl);
  const main = page.getByRole('main');
  const go = (name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  const agents = async (): Promise<number> =>
    (await house.admin.get<{ total: number }>('/v1/agents/summary')).body.total;
  const shown = async (): Promise<void> =>
    main
      .getByRole('region', { name: 'Connected agents' })
      .getByText(` of ${await agents()}`)
      .waitFor();
  await comeSignedIn(page, house.adminToken, `/issues/${id}`);
  await main.getByText('Reported once').waitFor();
  await main.getByRole('link', { name: NAME }).first().click();
  await main.getByRole('table', { name: 'Last issues' }).getByText(seen).waitFor();
  await go('Overview');
  await shown();
  await go('Policies');
  await main.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  await newAgent(house.admin);
  await recordNew(agent, connection(seen));
  await eventually(async () => (await issueInFull(house.admin, id)).occurrences === 2);
  await house.admin.patch(`/v1/issues/${id}`, { status: 'resolved', reason: 'expected' });
  await eventually(async () => (await issueInFull(house.admin, id)).status === 'resolved');
  // Until the stream has told it, while nothing of it is shown.
  await page.waitForTimeout(1_000);
  await go('Overview');
  await shown();
  for (let times = 0; times < 3; times += 1) await page.goBack();
  await main
    .getByRole('table', { name: 'Last issues' })
    .getByRole('row', { name: seen })
    .getByText('resolved')
    .waitFor();
  await page.goBack();
  await main.getByText('Reported 2 times').waitFor();
  await main
    .getByRole('region', { name: 'Occurrences' })
    .getByRole('cell', { name: '2' })
    .waitFor();
  expect(complaints).toEqual([]);
});

test('issues are counted as they are now when their list is looked at again, however soon', async () => {
  const seen = `${unique('counted')}.example`;
  await recordNew(agent, connection(seen));
  const { id } = await issueAbout(house.admin, seen);
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues?destination=${seen}`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Open 1', exact: true }).waitFor();
  await main.getByRole('link', { name: seen }).click();
  await main.getByText('Reported once').waitFor();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await house.admin.patch(`/v1/issues/${id}`, { status: 'resolved', reason: 'expected' });
  await main.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.goBack();
  await main.getByRole('link', { name: 'Resolved 1', exact: true }).waitFor();
  await main.getByRole('link', { name: 'Open 0', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
