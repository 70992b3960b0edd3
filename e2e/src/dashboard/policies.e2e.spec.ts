import type { Page, Route } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy, check, editor, read, write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** What is answered of a change that is recorded, while it cannot be read. */
const UNREAD = {
  error: { code: 'unavailable', message: 'recorded but cannot be read yet', details: '' },
};

/** Answers the next such request for a policy in another way than the house. */
async function once(page: Page, method: string, answer: (route: Route) => Promise<void>) {
  let isFirst = true;
  await page.route('**/v1/policies/*', async (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    return answer(route);
  });
}

test('a policy is written from the template: what is wrong is said at its line, is mended, and is saved by keyboard', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('mirrors');
  await comeSignedIn(page, house.adminToken, '/policies');
  await page.getByText('There is no policy yet').waitFor();
  await picture('policies-none');
  await page.getByRole('link', { name: 'New policy' }).click();
  await check(page).getByText('This can be saved').waitFor();
  await page.getByText('Comments are not kept').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('policies-new');

  await write(page, `name: ${name}\ntype: allow\nrules:\n  - pattern: *.example.com\n`);
  await check(page).getByText('Line 4, column 14:').waitFor();
  await page.locator('.cm-lintRange-error').waitFor();
  await picture('policies-wrong');
  await write(page, `name: ${name}\ntype: allow\nrules:\n  - pattern: "*.example.com"\n`);
  await check(page).getByText('This can be saved').waitFor();
  await editor(page).press('Control+s');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Policies' }).click();
  await page.getByRole('link', { name }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the template can be created as it is, and of what is not changed it is said that nothing is', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/policies/new');
  await check(page).getByText('This can be saved').waitFor();
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Package registries' }).waitFor();
  await check(page).getByText('Nothing is changed yet').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test('keys and values are completed, and Escape and Tab leave the editor', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/policies/new');
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('name: a\nty');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: 'type' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: 'block' }).click();
  expect(await editor(page).innerText()).toBe('name: a\ntype: block');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Create policy' }).and(page.locator(':focus')).waitFor();
  expect(complaints).toEqual([]);
});

test('a policy is disabled and enabled in the list, and not where somebody else changed it', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('switched');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, '/policies');
  const enabled = page.getByRole('switch', { name: `${name} is applied` });
  await enabled.click();
  await page.getByText(`${name} is disabled`).waitFor();
  expect(await read(house, id)).toMatchObject({ enabled: false, version: 2 });
  await enabled.click();
  await page.getByText(`${name} is enabled`).waitFor();
  expect(await read(house, id)).toMatchObject({ enabled: true, version: 3 });
  const { rules } = await read(house, id);
  await house.admin.put(`/v1/policies/${id}`, { name, type: 'block', rules });
  await enabled.click();
  await page.getByText('Somebody changed it meanwhile').waitFor();
  await page.getByRole('row', { name }).getByText('Block').waitFor();
  expect(await read(house, id)).toMatchObject({ enabled: true, version: 4 });
  expect(complaints).toEqual([]);
});

/** How it is not heard that a change was made. */
const UNHEARD = [
  { how: 'is lost', answer: (route: Route) => route.abort() },
  { how: 'is late', answer: (route: Route) => route.fulfill({ status: 503, json: UNREAD }) },
] as const;

test.each(UNHEARD)(
  'a policy is said to be disabled that is, though the answer $how',
  async ({ answer }) => {
    const { page, complaints } = await visitor(house.baseUrl);
    const name = unique('unheard');
    const id = await aPolicy(house, name);
    await comeSignedIn(page, house.adminToken, `/policies/${id}`);
    await once(page, 'PUT', async (route) => (await route.fetch(), answer(route)));
    await page.getByRole('switch', { name: `${name} is applied` }).click();
    await page.getByText(`${name} is disabled`).waitFor();
    expect(await read(house, id)).toMatchObject({ enabled: false, version: 2 });
    expect(complaints).toEqual([]);
  },
);

test('of a policy whose change cannot be read yet it is said that nobody knows; asked for again it is said to be disabled', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('unread');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  const enabled = page.getByRole('switch', { name: `${name} is applied` });
  await enabled.waitFor();
  const before = await read(house, id);
  const stale = (route: Route): Promise<void> =>
    route.request().method() === 'GET' ? route.fulfill({ json: before }) : route.fallback();
  await page.route(`**/v1/policies/${id}`, stale);
  await once(page, 'PUT', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, json: UNREAD });
  });
  await enabled.click();
  await page.getByText(`Whether ${name} is changed is not known yet`).waitFor();
  expect(await read(house, id)).toMatchObject({ enabled: false, version: 2 });
  await page.locator('[role=switch]:checked:enabled').waitFor();
  const asked = page.waitForResponse((answer) => answer.status() === 412);
  await page.unroute(`**/v1/policies/${id}`, stale);
  await enabled.click();
  await asked;
  await page.getByText(`${name} is disabled`).waitFor();
  expect(await read(house, id)).toMatchObject({ enabled: false, version: 2 });
  expect(complaints).toEqual([]);
});

test('nobody leaves what they have written without being asked', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/policies/new');
  await write(page, 'name: mine');
  await page.getByRole('link', { name: 'Issues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await editor(page).innerText()).toBe('name: mine');
  await page.getByRole('link', { name: 'Issues' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a draft shows what it would match among what was seen', async () => {
  const agent = await newAgent(house.admin);
  const destination = `${unique('seen')}.example.net`;
  await recordNew(agent, connection(destination));
  const issue = await issueAbout(house.admin, destination);
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/policies/new');
  await write(page, `name: seen\ntype: allow\nrules:\n  - pattern: ${destination}\n`);
  await page.getByText('1 issue is about what it matches, seen once.').waitFor();
  const matched = page.getByRole('list', { name: 'Matched issues' });
  const link = matched.getByRole('link', { name: destination });
  expect(await link.getAttribute('href')).toBe(`/issues/${issue.id}`);
  expect(await violations(page)).toEqual([]);
  await picture('policies-matches');
  expect(complaints).toEqual([]);
});

test('names and comments that want to be more than text are shown as text', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const hostile = `${unique('<img src=x onerror=alert(1)>')}\u202egnp.exe`;
  const id = await aPolicy(
    house,
    hostile,
    `    comment: ${JSON.stringify('</script>\u001b[31m\u202e')}\n`,
  );
  await comeSignedIn(page, house.adminToken, '/policies');
  const shown = hostile.replace('\u202e', '⟨U+202E⟩');
  await page.getByRole('link', { name: shown }).click();
  await page.getByRole('heading', { level: 1, name: shown }).waitFor();
  await editor(page).getByText('</script>\\u001b[31m\\u202e').waitFor();
  expect(await page.title()).toBe(`${shown} · Parapet`);
  await write(page, `name: a\u202eb\u001bo${'\u0300'.repeat(5)}`);
  await editor(page).getByText('a⟨U+202E⟩b␛o\u0300\u0300\u0300\u0300⟨U+0300⟩').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('textbox', { name: 'Version 1' }).getByText('</script>').waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await read(house, id)).toMatchObject({ name: hostile });
  expect(complaints).toEqual([]);
});

test('who may not write policies is told so before they have written one', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { token } = await newUserToken(house.admin, { permissions: ['policies:read'] });
  await comeSignedIn(page, token, '/policies/new');
  await page.getByText('it needs the permission policies:write').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
