import { violations } from '../browser/accessible';
import { ELSEWHERE, useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { signIn } from '../browser/sign-in';
import { newAgent } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('somebody signs in with a token, is shown what they came for, and signs out', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('sign-in');
  await signIn(page, house.adminToken);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a token that is wrong is said to be, and that of an agent to be that of an agent', async () => {
  const { page, picture } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  await page.goto('/');
  const refusals = [
    ['pp_u_wrong', 'This token is not known, expired or revoked'],
    [agent.token, 'This is the token of an agent'],
  ] as const;
  for (const [token, words] of refusals) {
    await page.getByLabel('User token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText(words).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture('sign-in-refused');
  }
});

test('a token with a sign in it that nobody sees is not sent, and the sign is shown', async () => {
  const { page } = await visitor(house.baseUrl);
  await page.goto('/');
  await page.getByLabel('User token').fill(` ${house.adminToken.replace(/^.{8}/, '$&\u200B')} `);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('“⟨U+200B⟩” is in it, which no token has').waitFor();
});

test('who came by another address than that of https is told why they are not signed in', async () => {
  const secured = await openOwnHouse({ env: { PUBLIC_URL: 'https://parapet.example' } });
  const { page } = await visitor(`http://${ELSEWHERE}:${new URL(secured.baseUrl).port}`);
  await page.goto('/');
  await page.locator('input:focus').fill(secured.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const why = page.getByRole('alert').getByText('Your browser did not keep the session');
  await why.waitFor();
  expect(await violations(page)).toEqual([]);
});

test('the token is kept nowhere in the page: no store has it, and no script can read the cookie', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken);
  const kept = await page.evaluate<string>(
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
  );
  expect(kept).not.toContain(house.adminToken);
  expect(kept.startsWith('["",')).toBe(true);
});

test('who is signed out elsewhere is led to the sign-in, and back to where they were', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id, token } = await newUserToken(house.admin, {});
  await signIn(page, token, '/policies');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await house.admin.delete(`/v1/tokens/${id}`);
  await page.getByLabel('User token').fill(house.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  expect(complaints).toEqual([]);
});

test('who is signed in is led on from the sign-in, also when they signed in in another tab', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const other = await page.context().newPage();
  await other.goto('/policies');
  await other.getByLabel('User token').waitFor();
  await signIn(page, house.adminToken);
  await page.goto('/sign-in?next=%2Fagents');
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  await page.goto('/sign-in');
  await page.getByRole('heading', { level: 1, name: /^(Start|Overview)$/ }).waitFor();
  await other.reload();
  await other.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
});

test('who cannot be said to be signed in is asked for a token all the same', async () => {
  const { page } = await visitor(house.baseUrl);
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route('**/v1/session', (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto('/sign-in');
  await page.getByLabel('User token').waitFor();
});

test.each(['https://evil.example/', '//evil.example/', 'javascript:document.title="evil"'])(
  'signing in by a link that names %s leads into the house',
  async (next) => {
    const { page, complaints } = await visitor(house.baseUrl);
    await signIn(page, house.adminToken, `/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByRole('heading', { level: 1, name: /^(Start|Overview)$/ }).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(house.baseUrl).origin);
    expect(complaints).toEqual([]);
  },
);

test('a token that may not hear of issues is not asked for again and again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { token } = await newUserToken(house.admin, { permissions: ['policies:read'] });
  await signIn(page, token, '/policies');
  await page.getByRole('status').filter({ hasText: 'Not live' }).waitFor();
  expect(complaints).toEqual([]);
});

test.each(LOOKS)('the sign-in is as clear on a $size in $scheme colours', async (looks) => {
  const { page, picture } = await visitor(house.baseUrl, looks);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('sign-in');
});

const OF_THE_API = ['/issues/export', '/agents/summary', '/events/summary', '/policies/check'];

test.each(['/nothing', '/v2/issues?a=<b>', '//evil.example/issues', ...OF_THE_API])(
  'who opens %s, where nothing is, hears so on a page that leads on',
  async (path) => {
    const { page, complaints, picture } = await visitor(house.baseUrl);
    await signIn(page, house.adminToken);
    await page.goto(house.baseUrl + path);
    await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture('missing');
    await page.getByRole('link', { name: 'To the overview' }).click();
    const elsewhere = { hasNotText: 'There is no such page' };
    await page.getByRole('heading', { level: 1 }).filter(elsewhere).waitFor();
    expect(complaints).toEqual([]);
  },
);
