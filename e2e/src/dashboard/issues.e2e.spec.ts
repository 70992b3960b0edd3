import type { Page } from 'playwright-core';
import { freePorts } from '../apart/ports';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, record, type TestAgent, unique } from '../house/actors';
import { openOwnHouse, type OwnHouse } from '../house/house';

let house: OwnHouse;
let agent: TestAgent;
useBrowser();
beforeAll(async () => {
  // To which it can come back: nobody else is given this one meanwhile.
  const [port] = await freePorts(1);
  house = await openOwnHouse({ env: { PORT: String(port) } });
  agent = await newAgent(house.admin, { name: 'node-7', labels: { cluster: 'production' } });
});

const domain = (): string => `${unique('d')}.example`;

/** One issue of the list, by a text that no other has. */
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('an observation becomes an issue in the open list, and its counts move, without a reload', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByText('No open issues').waitFor();
  await picture('issues-none');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('window.here = true');

  const [one, other] = [domain(), domain()];
  await record(agent, connection(one));
  await row(page, one).waitFor();
  await page.getByRole('link', { name: 'Open 1', exact: true }).waitFor();
  await record(agent, { ...connection(other), verdict: 'blocked' });
  await row(page, other).waitFor();
  expect(await page.getByRole('listitem').first().textContent()).toContain(other);
  await page.getByRole('button', { name: 'Blocked 1' }).waitFor();
  await page.getByText('2 issues').waitFor();

  const { id } = await issueAbout(house.admin, one);
  await house.admin.patch(`/v1/issues/${id}`, { status: 'resolved', reason: 'known' });
  await row(page, one).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Resolved 1' }).waitFor();
  expect(await page.evaluate('window.here')).toBe(true);
  expect(complaints).toEqual([]);
});

test('what an address says and cannot be is as if it did not say so', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const some = domain();
  await record(agent, connection(some));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await comeSignedIn(
    page,
    house.adminToken,
    '/issues?severity=worst&since=yesterday&limit=0&cursor=no',
  );
  await row(page, some).waitFor();
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  expect(asked.filter((url) => /v1\/.*(worst|yesterday|limit=0|cursor=no)/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = page.getByRole('menuitem', { name: 'CSV' });
  expect(await csv.getAttribute('href')).toBe('/v1/issues/export?format=csv&status=open');
  expect(complaints).toEqual([]);
});

test('where it was stands in its row in full; what is too long for that is said on hover', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [short, long] = ['demo-node-1', `ip-${'10-0-12-34.'.repeat(5)}internal`];
  for (const name of [short, long]) {
    const labels = { cluster: 'parapet-demo' };
    await record(await newAgent(house.admin, { name, labels }), connection(domain()));
  }
  for (const path of ['/issues', '/issues?status=all']) {
    await comeSignedIn(page, house.adminToken, path);
    for (const [name, title] of [
      [short, ''],
      [long, `parapet-demo / ${long}`],
    ] as const) {
      await row(page, name).hover();
      expect(await row(page, name).getByRole('link').getAttribute('title')).toBe(title);
    }
  }
  expect(complaints).toEqual([]);
});

test('filters stand in the address, which shows the same again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [detected, blocked] = [domain(), domain()];
  await record(agent, connection(detected));
  await record(agent, { ...connection(blocked), verdict: 'blocked' });
  await issueAbout(house.admin, blocked);
  await comeSignedIn(page, house.adminToken, '/issues');
  await row(page, detected).waitFor();

  await page.getByRole('button', { name: /^Blocked/ }).click();
  await row(page, detected).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Destination').fill(blocked);
  await page.getByRole('combobox', { name: 'Agent' }).fill('NODE');
  await page.getByRole('option', { name: 'node-7' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 issue', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('menuitem', { name: 'Last hour' }).click();
  await page.waitForURL(/verdict=blocked.*since=/);

  await page.reload();
  await row(page, blocked).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: /^Agent: node-7.*remove/ }).click();
  await page.getByRole('button', { name: /^Destination: .*remove/ }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, detected).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
});

test('issues are searched for by a part of what they say, those that come meanwhile too', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [sought, other] = [domain(), domain()];
  for (const one of [sought, other]) await record(agent, connection(one));
  await comeSignedIn(page, house.adminToken, '/issues');
  await row(page, other).waitFor();
  await page.route('**/v1/issues/summary?*search=*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), truncated: true } });
  });
  const field = page.getByRole('textbox', { name: 'Search issues' });
  const how = page.getByText('Enter', { exact: true });
  await field.fill(` ${sought.toUpperCase()} `);
  await how.waitFor();
  await field.press('Enter');
  await how.waitFor({ state: 'detached' });
  await row(page, other).waitFor({ state: 'detached' });
  await page.getByText('1 issue', { exact: true }).waitFor();
  await page.getByText('Only the newest issues are counted').waitFor();
  for (const one of [domain(), `a.${sought}`]) await record(agent, connection(one));
  await row(page, `a.${sought}`).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(2);
  await page.getByRole('button', { name: /^Search: .*remove/ }).click();
  await row(page, other).waitFor();
  expect(await field.inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

test('filters that are pressed one right after the other are all applied', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await record(agent, connection(domain()));
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByRole('button', { name: /^Blocked/ }).waitFor();
  // In one breath: before the page is drawn with the first.
  await page.evaluate(`
    for (const word of ['High', 'Blocked']) {
      const isIt = (button) => button.textContent.startsWith(word);
      [...document.querySelectorAll('main button')].find(isIt).click();
    }
  `);
  await page.waitForURL((url) =>
    ['severity=high', 'verdict=blocked'].every((one) => url.search.includes(one)),
  );
  expect(complaints).toEqual([]);
});

test('a bar of the histogram narrows the list to its time', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await record(agent, connection(domain()));
  await comeSignedIn(page, house.adminToken, '/issues?status=all');
  const chart = page.getByRole('figure', { name: 'Issues raised in the last 7 days' });
  const box = await chart.locator('svg').first().boundingBox();
  if (!box) throw new Error('the histogram has no place');
  await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  await page.waitForURL(/since=.*until=/);
  await page.getByText('After:').waitFor();
  await page.getByText('Raised since then', { exact: true }).waitFor();
  await page.getByRole('listitem').first().waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  ['NDJSON', 'ndjson'],
  ['CSV', 'csv'],
  ['OCSF', 'ndjson'],
])('the issues that are shown can be downloaded as %s', async (format, ending) => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues?severity=high');
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
  expect(new URL(download.url()).search).toContain('severity=high&status=open');
});

test('after the house was stopped and started again the list goes on: nothing is missing, and nothing there twice', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [before, meanwhile, after] = [domain(), domain(), domain()];
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByText('Live', { exact: true }).waitFor();
  await record(agent, connection(before));
  await row(page, before).waitFor();

  await house.stop();
  await page.getByText('Connecting…').waitFor();
  await house.start();
  const again = { ...agent, client: house.admin.as(agent.token) };
  await record(again, connection(meanwhile));
  await row(page, meanwhile).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await record(again, connection(after));
  await row(page, after).waitFor();
  for (const one of [before, meanwhile, after]) expect(await row(page, one).count()).toBe(1);
  expect(complaints.filter((one) => !one.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});

test('what could not be read while the house was stopped is read once it is there again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByText('Live', { exact: true }).waitFor();
  // The bars come by themselves.
  await page.locator('figure svg').first().waitFor();
  await house.stop();
  await page.getByRole('link', { name: /^Ignored/ }).click();
  const said = page.getByText('Parapet does not answer');
  await said.nth(1).waitFor();
  await house.start();
  await page.getByText('No ignored issues').waitFor();
  await page.getByRole('link', { name: 'Ignored 0', exact: true }).waitFor();
  expect(await said.count()).toBe(0);
  expect(complaints.filter((one) => !one.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});

test.each(LOOKS)('everybody can use the list: $size, $scheme', async (looks) => {
  const { page, picture } = await visitor(house.baseUrl, looks);
  await comeSignedIn(page, house.adminToken, '/issues?status=all&verdict=blocked&search=example');
  await page.getByRole('listitem').first().waitFor();
  await page.getByRole('figure', { name: 'Issues raised' }).locator('svg').first().waitFor();
  await page.getByRole('checkbox', { name: 'Unknown egress' }).first().check();
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
    looks.size === 'phone' ? 360 : 1280,
  );
  await picture('issues');
});
