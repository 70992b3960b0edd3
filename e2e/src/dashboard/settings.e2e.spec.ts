import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { comeSignedIn } from '../browser/sign-in';
import { newAgent, unique, walk } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { holds } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { aPolicy } from './policy-pages';

const HOSTILE = '<img src=x onerror=alert(1)>\u001b[31mred\u202Etxt.exe';
const SHOWN = '<img src=x onerror=alert(1)>␛[31mred⟨U+202E⟩txt.exe';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  const { url } = await openReceiver();
  const tokens = [
    { name: HOSTILE, permissions: ['issues:read', 'issues:write', 'webhooks:read'] },
    { name: 'pipeline', permissions: ['policies:write'], expires_at: inDays(3) },
    { name: 'dashboard backend', expires_at: inDays(80) },
  ];
  for (const token of tokens) await house.admin.post('/v1/tokens', token);
  const webhooks = [
    { url: `${url}/<img%20src=x>`, description: HOSTILE, headers: { authorization: 'Bearer x' } },
    { url: `${url}/pager`, filter: { min_severity: 'high', clusters: ['production', 'staging'] } },
    { url: `${url}/${'long'.repeat(100)}`, enabled: false, events: ['issue.resolved'] },
  ];
  for (const webhook of webhooks) await house.admin.post('/v1/webhooks', webhook);
});

/** So many changes of something are listed: they are found in the log, each topic by itself. */
const isAudited = (id: string, changes: number): Promise<void> =>
  holds(async () => {
    const entries = await walk(house.admin, `/v1/audit?resource_id=${id}`);
    expect(entries).toHaveLength(changes);
  });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('the house says its version, that its services are ready, and what it stores', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/settings/about');
  const services = page.getByRole('table', { name: 'Services' });
  await services.getByText('Ready').first().waitFor();
  await page.getByText('Embedded').first().waitFor();
  const links = ['API documentation', 'OpenAPI document'].map((name) =>
    page.getByRole('link', { name }).getAttribute('href'),
  );
  expect(await Promise.all(links)).toEqual(['/docs', '/v1/openapi.json']);
  expect(complaints).toEqual([]);
});

test('who changed what is listed, newest first, leads to it, and is chosen by the address', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('audited');
  const policy = await aPolicy(house, name);
  const agent = await newAgent(house.admin, { name });
  await house.admin.delete(`/v1/agents/${agent.id}`);
  await isAudited(policy, 1);
  await isAudited(agent.id, 2);
  await comeSignedIn(page, house.adminToken, '/settings/audit');
  const rows = page
    .getByRole('table', { name: 'Changes' })
    .getByRole('row')
    .filter({ hasText: name });
  await rows.filter({ hasText: 'Agent deleted' }).waitFor();
  expect(await rows.count()).toBe(3);
  expect(await rows.first().textContent()).toContain('Agent deleted');
  expect(await rows.getByRole('link', { name }).count()).toBe(1);
  const made = rows.filter({ hasText: 'Policy created' });
  await made.getByRole('button', { name: 'Details' }).click();
  await made.getByText('a.example.com').waitFor();
  await page.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Policy created' }).click();
  await page.waitForURL(/action=policy\.created/);
  await rows.filter({ hasText: 'Agent deleted' }).waitFor({ state: 'detached' });
  await page.getByLabel('Id of what was changed').fill('policy_none');
  await page.getByLabel('Id of what was changed').press('Enter');
  await page.getByText('No change is like that').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await made.getByRole('link', { name }).click();
  await page.waitForURL(`**/policies/${policy}`);
  expect(complaints).toEqual([]);
});

test('the audit is offered to who may read it alone', async () => {
  const { page } = await visitor(house.baseUrl);
  const { token } = await newUserToken(house.admin, { permissions: ['tokens:read'] });
  await comeSignedIn(page, token, '/settings');
  await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
  await page.goto('/settings/audit');
  await page.getByRole('alert').getByText('lacks the permission admin').waitFor();
});

test.each(LOOKS)('each page of the settings can be read and used: %j', async (looks) => {
  const { page, complaints, picture } = await visitor(house.baseUrl, looks);
  const looked = async (name: string): Promise<void> => {
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await picture(`settings-${name}`);
  };
  await comeSignedIn(page, house.adminToken, '/settings');
  await page.getByText(SHOWN).waitFor();
  await looked('tokens');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText(SHOWN).waitFor();
  await looked('webhooks');
  await page.getByRole('link', { name: '<img%20src=x>' }).click();
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByText('Kept as they are: authorization').waitFor();
  await looked('webhook-change');
  await sections.getByRole('link', { name: 'Audit' }).click();
  const changes = page.getByRole('table', { name: 'Changes' });
  await changes.getByText(SHOWN).waitFor();
  await changes.getByRole('button', { name: 'Details' }).first().click();
  await changes.getByText('version').waitFor();
  await looked('audit');
  await sections.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'Storage' }).waitFor();
  await looked('about');
  expect(complaints).toEqual([]);
});
