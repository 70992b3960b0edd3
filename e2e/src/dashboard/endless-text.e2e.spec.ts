import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, newAgent, record, recordNew, unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import type { Issue, Page as ListPage } from '../house/shapes';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** By how much the page is wider than the window. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

test('a title of a megabyte is refused; the longest that is taken breaks no page, on no phone', async () => {
  const agent = await newAgent(house.admin, { name: 'n'.repeat(250) });
  expect((await record(agent, connection('x'.repeat(1_000_000)))).status).toBe(413);
  const command = { pid: 1, command: 'c'.repeat(20_000), args: ['a'.repeat(20_000)] };
  const id = await recordNew(agent, connection('x'.repeat(10_000), { process: command }));
  await recordNew(agent, { ...connection('y.example'), kind: 'k'.repeat(64), verdict: 'allowed' });
  const issue = await eventually(
    async () => (await house.admin.get<ListPage<Issue>>('/v1/issues')).body.data[0],
  );

  const { page, complaints, picture } = await visitor(house.baseUrl, { size: 'phone' });
  await comeSignedIn(page, house.adminToken);
  const pages = [
    '/',
    '/issues',
    `/issues/${issue.id}`,
    '/events',
    '/agents',
    `/agents/${agent.id}`,
  ];
  for (const path of pages) {
    await page.goto(path);
    await page
      .getByText(/xxxx|nnnn|cccc/)
      .first()
      .waitFor();
    expect([path, await overhang(page)]).toEqual([path, 0]);
  }
  await page.goto(`/events/${id}`);
  await page.getByRole('dialog').getByText(/xxxx/).first().waitFor();
  await picture('event-endless');
  // It stood beside the title, far beyond the window: nobody could close it by hand.
  const close = page.getByRole('button', { name: 'Close' });
  expect((await close.boundingBox())?.x).toBeLessThan(360);
  await close.click();
  await page.waitForURL(/events$/);
  await page.goto(`/issues/${issue.id}`);
  await page.getByText(/xxxx/).first().waitFor();
  await picture('issue-endless');
  expect(complaints).toEqual([]);
});

test('what lies over a page is no wider than a phone, however long names are', async () => {
  const name = 'n'.repeat(200);
  const { token } = await newUserToken(house.admin, { name });
  const agent = await newAgent(house.admin, { name });
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  const beyond = (role: string): Promise<number> =>
    page.evaluate<number>(
      `[...document.querySelectorAll('[role=${role}] *')].filter((e) => e.getBoundingClientRect().right > innerWidth).length`,
    );
  await comeSignedIn(page, token, `/agents/${agent.id}`);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await beyond('menu')).toBe(0);
  await page.keyboard.press('Escape');
  for (const action of ['Rotate token', 'Delete']) {
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByText(name).waitFor();
    expect([action, await beyond('dialog')]).toEqual([action, 0]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('text of attackers is shown as text', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const hostile = `<img src=x onerror=alert(1)>\u001b[31m\u202egnp.${unique()}`;
  const process = { pid: 1, executable: hostile };
  await recordNew(await newAgent(house.admin), connection(hostile, { process }));
  await comeSignedIn(page, house.adminToken, '/issues');
  const row = page.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' });
  await row.waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  const shown = await page.getByRole('list', { name: /Issues/ }).textContent();
  for (const unseen of ['\u001b', '\u202e']) expect(shown).not.toContain(unseen);
  expect(complaints).toEqual([]);
});
