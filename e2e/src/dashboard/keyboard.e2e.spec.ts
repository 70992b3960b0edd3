import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, issueInFull, newAgent, recordNew, unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('on a phone keys go to the navigation only while it is open', async () => {
  const { page, complaints } = await visitor(house.baseUrl, { size: 'phone' });
  await comeSignedIn(page, house.adminToken, '/policies');
  const afterHeader = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Tab');
  };
  await page.getByRole('link', { name: 'New policy' }).waitFor();
  await afterHeader();
  await page.locator('main a:focus').waitFor();
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await afterHeader();
  await page.locator('nav a:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Policies' }).waitFor();
  await page.getByRole('button', { name: 'Open the navigation' }).waitFor();
  await page.locator('main:focus').waitFor();
  expect(complaints).toEqual([]);
});

test('what is switched by keyboard keeps the keys: it can be switched back', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('switched');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await page.getByRole('switch', { name: `${name} is applied` }).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${name} is disabled`).waitFor();
  await page.keyboard.press('Space');
  await page.getByText(`${name} is enabled`).waitFor();

  const agent = await newAgent(house.admin);
  await page.goto(`/agents/${agent.id}`);
  const mode = async (of: string, by: string): Promise<void> => {
    await page.keyboard.press(by);
    await page.getByRole('radio', { name: of, checked: true }).waitFor();
    await page.locator('main [aria-busy=false]').waitFor();
  };
  await page.getByRole('radio', { name: 'Detect' }).focus();
  await mode('Enforce', 'ArrowDown');
  await mode('Detect', 'ArrowUp');
  expect(complaints).toEqual([]);
});

test('j and k go through the list, and Enter opens an issue', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  const domains = Array.from({ length: 3 }, () => `${unique('listed')}.example`);
  for (const domain of domains) await recordNew(agent, connection(domain));
  const [, middle = '', newest = ''] = domains;
  const { id } = await issueAbout(house.admin, middle);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByRole('listitem').filter({ hasText: newest }).waitFor();
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/issues/${id}`);
  expect(complaints).toEqual([]);
});

test('who changes the status of an issue by keyboard goes on in its page', async () => {
  const agent = await newAgent(house.admin);
  const domain = `${unique('by-keyboard')}.example`;
  await recordNew(agent, connection(domain));
  const { id } = await issueAbout(house.admin, domain);
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues/${id}`);
  for (const deed of ['Acknowledge', 'Resolve', 'Reopen']) {
    await page.getByRole('main').getByRole('button', { name: deed }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: deed }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('main a:focus').waitFor();
  }
  expect(complaints).toEqual([]);
});

test('several issues are ticked and resolved at once; what cannot be stays ticked, and it is said why', async () => {
  const agent = await newAgent(house.admin);
  const domains = ['lasting', 'moved', 'first', 'unchanged'].map(
    (word) => `${unique(word)}.example`,
  );
  const [lasting = '', moved = '', first = '', unchanged = ''] = domains;
  for (const domain of domains) await recordNew(agent, connection(domain));
  const idOf = async (domain: string) => (await issueAbout(house.admin, domain)).id;
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues?agent_id=${agent.id}`);
  const box = (domain: string) => page.getByRole('checkbox', { name: `egress to ${domain}` });
  for (const domain of [moved, first, unchanged]) {
    await box(domain).focus();
    await page.keyboard.press('Space');
  }
  await page.getByText('3 ticked').waitFor();
  // It leaves the list meanwhile, and with it the tick.
  await house.admin.patch(`/v1/issues/${await idOf(moved)}`, { status: 'ignored' });
  await page.getByText('2 ticked').waitFor();
  const failing = `**/v1/issues/${await idOf(unchanged)}`;
  await page.route(failing, (route) => route.abort());

  const resolve = async (title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Resolve' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByLabel('Reason').fill('expected');
    await dialog.getByRole('button', { name: 'Resolve' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await resolve('Resolve 2 issues');
  const alert = page.getByRole('alert').filter({ hasText: '1 of 2 issues is now resolved.' });
  await alert.getByText('Parapet does not answer').waitFor();
  await alert.getByRole('link', { name: unchanged }).waitFor();
  await box(first).waitFor({ state: 'detached' });
  expect([await box(unchanged).isChecked(), await box(lasting).isChecked()]).toEqual([true, false]);
  await picture('issues-not-changed');
  expect(await violations(page)).toEqual([]);
  const { history } = await issueInFull(house.admin, await idOf(first));
  expect(history[0]).toMatchObject({ status: 'resolved', reason: 'expected' });

  // Another list: nothing is ticked, and nothing is said of this one.
  await page.getByRole('button', { name: /^High/ }).click();
  await page.waitForURL(/severity=high/);
  await alert.waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.unroute(failing);
  await page.getByRole('checkbox', { name: 'All that are shown' }).press('Space');
  await resolve('Resolve 2 issues');
  await page.getByText('2 issues are now resolved.').waitFor();
  await page.getByText('No issue is like this').waitFor();
  expect(complaints).toEqual([]);
});

test('what is done with ticked issues goes on while another list is shown: that one keeps its ticks, and it is said what failed', async () => {
  const agent = await newAgent(house.admin);
  const [failing, done, other] = [unique('failing'), unique('done'), unique('other')];
  for (const one of [failing, done, other]) await recordNew(agent, connection(`${one}.example`));
  const { id } = await issueAbout(house.admin, `${failing}.example`);
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues?agent_id=${agent.id}&status=all`);
  const box = (domain: string) => page.getByRole('checkbox', { name: domain });
  await box(other).waitFor();
  await page.getByRole('link', { name: 'Open 3', exact: true }).click();
  await page.waitForURL((url) => !url.search.includes('status'));
  for (const one of [failing, done]) await box(one).check();
  let goOn = (): void => undefined;
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route(`**/v1/issues/${id}`, async (route) => {
    await mayGoOn;
    await route.fulfill({ status: 500, json: { error } });
  });
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await box(other).check();
  goOn();
  const said = page.getByRole('alert').filter({ hasText: '1 of 2 issues is now resolved.' });
  await said.getByText('It broke').waitFor();
  await said.getByText(failing).waitFor();
  expect([await box(other).isChecked(), await box(failing).isChecked()]).toEqual([true, false]);
  expect(await violations(page)).toEqual([]);
  await picture('issues-not-changed-elsewhere');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('User token').waitFor();
  await said.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('what could not be done with ticked issues is done when it is asked for again, also where newer ones have taken their place', async () => {
  const agent = await newAgent(house.admin);
  const domain = `${unique('failing')}.example`;
  await recordNew(agent, connection(domain));
  const { id } = await issueAbout(house.admin, domain);
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/issues?agent_id=${agent.id}`);
  await page.getByRole('checkbox', { name: domain }).check();
  const newer = unique('newer');
  for (let count = 0; count < 50; count += 1)
    await recordNew(agent, connection(`${newer}-${count}.example`));
  await page.getByText('51 issues', { exact: true }).waitFor();
  await page.route(`**/v1/issues/${id}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  const alert = page.getByRole('alert').filter({ hasText: '0 of 1 issue are now resolved.' });
  await alert.getByText('Parapet does not answer').waitFor();
  // The list is read again: it has the newest 50.
  await page.getByRole('checkbox', { name: domain }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: `${newer}-7.example` }).check();
  await page.unroute(`**/v1/issues/${id}`);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  expect((await issueInFull(house.admin, id)).status).toBe('resolved');
  await page.getByText('1 ticked').waitFor();
  expect(complaints).toEqual([]);
});

test('who may only read issues is offered no ticks', async () => {
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection(`${unique('read')}.example`));
  const reader = await newUserToken(house.admin, { permissions: ['issues:read'] });
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, reader.token, `/issues?agent_id=${agent.id}`);
  await page.getByRole('listitem').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
});
