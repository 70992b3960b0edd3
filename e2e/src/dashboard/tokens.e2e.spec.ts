import type { Locator, Page } from 'playwright-core';
import { unique } from '../house/actors';
import { violations } from '../browser/accessible';
import { ELSEWHERE, useBrowser, visitor } from '../browser/browser';
import { comeSignedIn, signIn } from '../browser/sign-in';
import { tellNoTime } from '../browser/tell-no-time';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'API tokens' }).getByRole('row', { name });

/** Fills the form of a new token and answers the token that is shown. */
async function createToken(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  return (await dialog.getByLabel('Token', { exact: true }).innerText()).trim();
}

async function revoke(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
}

test('a token is created, shown once, works, and is refused once it is revoked', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('backend');
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await page.getByRole('button', { name: 'Create Token' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Issues: write' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-create-token');
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'Create Token' }).waitFor();

  const token = await createToken(page, name);
  expect(token).toMatch(/^pp_u_/);
  expect(await violations(page)).toEqual([]);
  await picture('settings-token-once');
  const client = house.admin.as(token);
  expect((await client.get('/v1/issues')).status).toBe(200);
  expect((await client.post('/v1/agents', {})).status).toBe(403);
  await page.getByRole('button', { name: 'Copy Token' }).click();
  await page.getByRole('button', { name: 'Token is copied' }).waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(token);
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await row(page, name).getByText('Issues: read').waitFor();
  expect(await page.content()).not.toContain(token);
  await revoke(page, name);
  await row(page, name).waitFor({ state: 'detached' });
  expect((await client.get('/v1/issues')).status).toBe(401);
  expect(complaints).toEqual([]);
});

test('who may not do all is offered no more, and is signed out by revoking their own token', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl, { size: 'phone' });
  const permissions = ['issues:read', 'tokens:read', 'tokens:write'];
  const name = unique('limited');
  const made = await house.admin.post<{ token: string }>('/v1/tokens', { name, permissions });
  const greater = unique('greater');
  await newUserToken(house.admin, { name: greater, permissions: ['issues:write'] });
  await comeSignedIn(page, made.body.token, '/settings/tokens');
  await page.getByText('Signed in with it').waitFor();
  const sections = page.getByRole('navigation', { name: 'Settings' });
  expect(await sections.getByRole('link').allInnerTexts()).toEqual(['API Tokens', 'About']);
  await page.getByRole('button', { name: 'Create Token' }).click();
  const may = async (label: string): Promise<boolean> =>
    page.getByRole('dialog').getByRole('checkbox', { name: label }).isEnabled();
  expect([await may('Issues: read'), await may('Issues: write')]).toEqual([true, false]);
  expect(await may('Admin')).toBe(false);
  await page.keyboard.press('Escape');
  await row(page, greater).getByText('Issues: write').waitFor();
  expect(await page.getByRole('button', { name: `Revoke ${greater}` }).count()).toBe(0);
  await page.getByText('You can revoke tokens that may do no more than your own').waitFor();

  await page.goto('/settings/webhooks');
  await page.getByRole('alert').getByText('lacks the permission webhooks:read').waitFor();
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.locator(`button:focus[aria-label="Revoke ${name}"]`).press('Enter');
  await dialog.getByText('you will be signed out').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-revoke-token');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await house.admin.as(made.body.token).get('/v1/session')).status).toBe(401);
  expect(complaints).toEqual([]);
});

test('what is said of revoking ADMIN_TOKEN is so: no start makes it again, and another value opens the house', async () => {
  const own = await openOwnHouse();
  const { page, complaints } = await visitor(own.baseUrl);
  const { token } = await newUserToken(own.admin, {});
  await comeSignedIn(page, token, '/settings/tokens');
  await page.getByRole('button', { name: 'Revoke ADMIN_TOKEN' }).click();
  await page.getByRole('dialog').getByText('no start makes it again').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row(page, 'ADMIN_TOKEN').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await page.close();
  await own.stop();
  await own.start();
  expect((await own.admin.get('/v1/session')).status).toBe(401);
  await own.stop();
  const next = 'another-token-of-at-least-24-characters';
  await own.start({ env: { ADMIN_TOKEN: next } });
  expect((await own.admin.as(next).get('/v1/session')).status).toBe(200);
});

test('whose token expires is offered none that outlives it, and makes one that ends with it', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const expires_at = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const { token } = await newUserToken(house.admin, { expires_at });
  await comeSignedIn(page, token, '/settings/tokens');
  await page.getByRole('button', { name: 'Create Token' }).click();
  const lifetime = page.getByRole('dialog').getByLabel('Good for');
  expect(await lifetime.getByRole('option').allInnerTexts()).toEqual([
    ...['As long as your own token', '7 days', 'Until a day that you choose'],
  ]);
  expect(await violations(page)).toEqual([]);
  await picture('settings-create-token-expiring');
  await page.keyboard.press('Escape');
  const made = await createToken(page, unique('as-long'));
  const { body } = await house.admin.as(made).get<{ token: object }>('/v1/session');
  expect(body.token).toMatchObject({ expires_at });
  expect(complaints).toEqual([]);
});

test('who turns a tablet, or makes the window narrow, goes on in the dialog that is open', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('turned');
  await newUserToken(house.admin, { name });
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByText('is refused from now on').waitFor();
  for (const [width, height] of [[768, 1024] as const, [1024, 768] as const, [360, 740] as const]) {
    await page.setViewportSize({ width, height });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    expect(await page.getByRole('dialog').count()).toBe(1);
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.locator(`button:focus[aria-label="Revoke ${name}"]`).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('settings-tokens-narrow');
  expect(complaints).toEqual([]);
});

test('who may see little is told so, and the settings lead them to what they may see', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { token } = await newUserToken(house.admin, { permissions: ['policies:read'] });
  await comeSignedIn(page, token);
  await page.getByText('There is nothing here that your token may see').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a token is copied from a page that is not of https, which has no clipboard', async () => {
  const plain = await openOwnHouse({ env: { PUBLIC_URL: undefined } });
  const { page } = await visitor(`http://${ELSEWHERE}:${new URL(plain.baseUrl).port}`);
  await signIn(page, plain.adminToken, '/settings/tokens');
  expect(await page.evaluate<boolean>('"clipboard" in navigator')).toBe(false);
  const token = await createToken(page, unique('copied'));
  await page.getByRole('button', { name: 'Copy Token' }).click();
  await page.getByRole('button', { name: 'Token is copied' }).waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Create Token' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.press('Control+v');
  expect(await name.inputValue()).toBe(token);
});

/** Makes a token that expires in three minutes, and looks at it in the list. */
async function lookAtShortLived(page: Page): Promise<Locator> {
  const name = unique('short-lived');
  const expires_at = new Date(Date.now() + 3 * 60_000).toISOString();
  await house.admin.post('/v1/tokens', { name, permissions: ['issues:read'], expires_at });
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await row(page, name).getByText('Expires soon').waitFor();
  return row(page, name);
}

test('a token that expires while somebody looks at the list is said to be expired', async () => {
  const { page } = await visitor(house.baseUrl);
  await page.clock.install();
  await tellNoTime(page);
  const token = await lookAtShortLived(page);
  await page.clock.fastForward('04:00');
  await token.getByText('Expired').waitFor();
});

test('what a token may do, and that it expires soon, is said in words that are not cut off', async () => {
  const { page } = await visitor(house.baseUrl);
  await lookAtShortLived(page);
  const cut = await page.evaluate<string[]>(`
    [...document.querySelectorAll('[role=row] .mantine-Badge-label')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)
  `);
  expect(cut).toEqual([]);
});

test('on a phone no word of what a token may do is broken', async () => {
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await page.getByRole('button', { name: 'Create Token' }).click();
  await page.getByRole('table', { name: 'Permissions' }).waitFor();
  const broken = await page.evaluate<string[]>(`
    [...document.querySelectorAll('[aria-label=Permissions] :is(th, td)')]
      .filter(({ textContent }) => /^\\w+$/.test(textContent))
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getClientRects().length > 1;
      })
      .map(({ textContent }) => textContent)
  `);
  expect(broken).toEqual([]);
});
