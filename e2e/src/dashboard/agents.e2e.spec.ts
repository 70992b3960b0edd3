import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { dotContrast } from '../browser/dot-contrast';
import { comeSignedIn } from '../browser/sign-in';
import { connection, newAgent, record, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import type { AgentInFull } from '../house/shapes';

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe\u001b[31m';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

const table = (page: Page) => page.getByRole('table', { name: 'Agents', exact: true });

/** What the browser has in its clipboard, after the button was pressed. */
async function copied(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${label}` }).click();
  await page.getByRole('button', { name: `${label} is copied` }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

test('an agent is created, its token is shown once, and what the API refuses is said at its field', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('worker');
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  const drawer = page.getByRole('dialog', { name: 'New agent' });
  await drawer.getByLabel('IP address').fill('300.1.1');
  await drawer.getByRole('button', { name: 'Create agent' }).click();
  await drawer.getByText('name is required').waitFor();
  await drawer.getByText('invalid ip').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('agents-new');

  await drawer.getByLabel('Name').fill(name);
  await drawer.getByLabel('IP address').fill('192.0.2.7');
  const proposed = drawer.getByPlaceholder('cluster=production');
  await proposed.fill('cluster=production');
  await proposed.press('Enter');
  await proposed.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('dialog', { name: 'The agent is there' }).waitFor();
  await page.keyboard.press('Escape');
  const token = await copied(page, 'the token');
  const sent = await house.admin.as(token).put('/v1/events_v2', connection('made.example'));
  expect(sent.status).toBe(201);
  await page.getByRole('tab', { name: 'Tetragon' }).click();
  await page.getByText('egress-watch').waitFor();
  await page.mouse.move(0, 0);
  expect(await violations(page)).toEqual([]);
  await picture('agents-token-once');
  await page.getByRole('button', { name: 'Done' }).click();

  const row = table(page).getByRole('row', { name });
  await row.getByText('production').waitFor();
  expect(await page.content()).not.toContain(token);
  expect(complaints).toEqual([]);
});

test('what the API refused is not said again once it is mended at its field', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  const drawer = page.getByRole('dialog', { name: 'New agent' });
  await drawer.getByRole('button', { name: 'Create agent' }).click();
  await drawer.getByText('name is required').waitFor();
  await drawer.getByLabel('Name').fill('worker');
  await drawer.getByText('name is required').waitFor({ state: 'detached' });
  const labels = drawer.getByRole('combobox', { name: 'Labels' });
  for (const label of ['team=red', 'team=blue']) {
    await labels.fill(label);
    await labels.press('Enter');
  }
  await drawer.getByRole('button', { name: 'Create agent' }).click();
  await drawer.getByText('“team” is given twice').waitFor();
});

test('agents are chosen by the address, and a hostile name is text', async () => {
  const cluster = unique('cluster');
  await newAgent(house.admin, { name: HOSTILE, labels: { cluster } });
  await newAgent(house.admin, { kind: 'vanilla', labels: { cluster: 'another' } });
  const { page, complaints, picture } = await visitor(house.baseUrl, {
    ...{ scheme: 'dark', size: 'phone' },
  });
  await comeSignedIn(page, house.adminToken, `/agents?cluster=${cluster}`);
  await table(page).getByText('<img src=x onerror=alert(1)>⟨U+202E⟩gnp.exe␛[31m').waitFor();
  expect(await table(page).getByRole('link').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(await dotContrast(page, 'disconnected')).toBeGreaterThan(3);
  await picture('agents-hostile');
  await page.getByRole('combobox', { name: 'Platform' }).click();
  await page.getByRole('option', { name: 'Host' }).click();
  await page.getByText('No agent is like that').waitFor();
  await page.waitForURL(/platform=vanilla/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await table(page).getByText('another').waitFor();
  const written = page.getByRole('combobox', { name: 'Cluster' });
  await written.fill(` ${cluster} `);
  await written.press('Enter');
  await page.waitForURL(new RegExp(`cluster=${cluster}$`));
  await table(page).getByText('another').waitFor({ state: 'detached' });
  const called = page.getByRole('textbox', { name: 'Name, hostname or id' });
  await called.fill('nobody');
  await called.press('Enter');
  await page.getByText('No agent is like that').waitFor();
  await called.fill('IMG SRC');
  await called.press('Enter');
  await picture('agents-searched');

  await table(page).getByRole('link', { name: '<img' }).click();
  await page.getByRole('heading', { level: 1, name: '<img' }).waitFor();
  expect(await page.title()).toContain('⟨U+202E⟩');
  expect(complaints).toEqual([]);
});

test('a search that has found no agent so far goes on, and does not say that there is none', async () => {
  const cluster = unique('cluster');
  const name = unique('worker');
  await newAgent(house.admin, { name, labels: { cluster } });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  await table(page).getByText(name).waitFor();
  // What the API answers that has searched for as long as one page may take.
  const pagination = { next_cursor: 'further', has_more: true };
  let goOn = (): void => undefined;
  const mayGoOn = new Promise<void>((done) => (goOn = done));
  await page.route(/\/v1\/agents\?.*cluster=/, async (route) => {
    const asked = new URL(route.request().url());
    if (!asked.searchParams.has('cursor')) return route.fulfill({ json: { data: [], pagination } });
    await mayGoOn;
    asked.searchParams.delete('cursor');
    return route.continue({ url: asked.href });
  });
  const written = page.getByRole('combobox', { name: 'Cluster' });
  await written.fill(cluster);
  await written.press('Enter');
  await page.getByText('What is older is still being searched').waitFor();
  expect(await page.getByText('No agent is like that').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  goOn();
  await table(page).getByText(name).waitFor();
  expect(complaints).toEqual([]);
});

test('an agent is shown with what it sends; its mode is switched, its token rotated, and it is deleted', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('worker');
  const agent = await newAgent(house.admin, { name });
  const domain = `${name}.example`;
  await recordNew(agent, connection(domain));
  await comeSignedIn(page, house.adminToken, `/agents/${agent.id}`);
  await page.getByRole('table', { name: 'Last issues' }).getByText(domain).waitFor();
  await page.getByRole('table', { name: 'Last events' }).getByText(domain).waitFor();
  await page.getByText('come some seconds late').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('agent');

  await page.getByRole('radio', { name: 'Enforce' }).click();
  await page.getByRole('radio', { name: 'Enforce', checked: true }).waitFor();
  await page.locator('main [aria-busy=false]').waitFor();
  expect((await house.admin.get<AgentInFull>(`/v1/agents/${agent.id}`)).body.mode).toBe('enforce');

  await page.getByRole('button', { name: 'Rotate token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'The new token' }).waitFor();
  await page.keyboard.press('Escape');
  const token = await copied(page, 'the token');
  expect((await record(agent, connection(domain))).status).toBe(401);
  expect((await house.admin.as(token).put('/v1/events_v2', connection(domain))).status).toBe(201);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this agent?' });
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await picture('agent-delete');
  await dialog.getByLabel(`Write ${name} to delete it`).fill(name);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/agents$/);
  await table(page).getByText(name).waitFor({ state: 'detached' });
  expect((await house.admin.as(token).put('/v1/events_v2', connection(domain))).status).toBe(401);
  expect(complaints).toEqual([]);
});

test('what happens to agents elsewhere is seen in the list without asking', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const cluster = unique('cluster');
  await comeSignedIn(page, house.adminToken, `/agents?cluster=${cluster}`);
  await page.getByText('No agent is like that').waitFor();
  await page.getByRole('status').getByText('Live').waitFor();
  const name = unique('worker');
  const agent = await newAgent(house.admin, { name, labels: { cluster } });
  const row = table(page).getByRole('row', { name });
  await row.getByText('disconnected').waitFor();
  await recordNew(agent, connection(`${name}.example`));
  await row.getByText('connected', { exact: true }).waitFor();
  await house.admin.delete(`/v1/agents/${agent.id}`);
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a page about an agent that is not there says so in the words of the API', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents/agent_none');
  await page.getByRole('alert').getByText('There is no agent agent_none').waitFor();
});

test('who opens a page by keyboard goes on in it, and not before all of it', async () => {
  const name = unique('focused');
  await newAgent(house.admin, { name });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  const link = page.getByRole('link', { name });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('main button:focus').waitFor();
  expect(complaints).toEqual([]);
});

test('an agent is shown as it is now when it is looked at again, however soon', async () => {
  const agent = await newAgent(house.admin);
  const { page, complaints } = await visitor(house.baseUrl);
  const main = page.getByRole('main');
  await comeSignedIn(page, house.adminToken, `/agents/${agent.id}`);
  await main.getByText('disconnected', { exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Policies' }).click();
  await main.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  await recordNew(agent, connection('again.example'));
  await eventually(async () => {
    const { body } = await house.admin.get<AgentInFull>(`/v1/agents/${agent.id}`);
    return body.status === 'connected';
  });
  await page.goBack();
  // Sooner than it is counted anew.
  await main.getByText('connected', { exact: true }).waitFor({ timeout: 15_000 });
  expect(complaints).toEqual([]);
});
