import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeBackUntil } from '../browser/come-back';
import { comeSignedIn, signIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';
import { editor, write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('who is signed out while they write keeps what they have written, and saves it once they are signed in again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id, token } = await newUserToken(house.admin, {});
  const name = unique('written');
  const draft = `name: ${name}\ntype: allow\nrules:\n  - pattern: a.example.com\n`;
  await signIn(page, token, '/policies/new');
  await write(page, draft);
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await house.admin.delete(`/v1/tokens/${id}`);
  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign in in another tab' }).click();
  const other = await opened;
  await other.getByLabel('User token').fill(house.adminToken);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Sign in' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await editor(page).innerText()).trim()).toBe(draft.trim());
  await page.getByRole('button', { name: 'Create policy' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  expect(complaints).toEqual([]);
});

test('who signs in again in a window beside the page goes on in it, and it is live again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id, token } = await newUserToken(house.admin, {});
  await signIn(page, token, '/policies/new');
  await write(page, 'name: beside');
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await house.admin.delete(`/v1/tokens/${id}`);
  await page.getByRole('dialog', { name: 'You are signed out' }).waitFor();
  const headers = { authorization: `Bearer ${house.adminToken}` };
  expect((await page.request.post('/v1/session', { headers })).ok()).toBe(true);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  expect((await editor(page).innerText()).trim()).toBe('name: beside');
  expect(complaints).toEqual([]);
});

test('who may not hear of issues is led to the sign-in, too, when what they ask for says that their session has ended', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const { id, token } = await newUserToken(house.admin, { permissions: ['policies:read'] });
  await signIn(page, token, '/policies');
  await page.getByRole('status').filter({ hasText: 'Not live' }).waitFor();
  await house.admin.delete(`/v1/tokens/${id}`);
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.waitForURL('**/sign-in?next=%2Fagents');
  await page.getByLabel('User token').fill(house.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  expect(complaints).toEqual([]);
});

test('who signs in where somebody else was is not shown what that one had read, also on a page that heard nothing of it', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [name, theirs] = [unique('somebody-else'), unique('of-one-before')];
  const { token } = await newUserToken(house.admin, { name, permissions: ['policies:read'] });
  await newUserToken(house.admin, { name: theirs });
  await page.route('**/v1/stream', (route) => route.abort());
  await comeSignedIn(page, house.adminToken, '/settings/tokens');
  await page.getByText(theirs).waitFor();
  await page.request.post('/v1/session', { headers: { authorization: `Bearer ${token}` } });
  await comeBackUntil(page, page.getByText('lacks the permission tokens:read'));
  await page.getByText(theirs).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByText(`Signed in with the token ${name}`).waitFor();
  expect(complaints).toEqual([]);
});

test('who could not be signed out is told so', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/policies');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alert').getByText('You are still signed in').waitFor();
});
