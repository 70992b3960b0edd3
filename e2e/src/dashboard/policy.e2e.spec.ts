import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy, check, editor, read, write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

const PICTURED = `name: Pictured
type: block
scope: selected
selector:
  platform: github_actions
  repository: acme/website
description: Where builds must not go
rules:
  - pattern: "**.pictured.example.com"
    comment: found in a build
  - pattern: 192.0.2.0/24
`;

test('a policy is changed, its versions are compared, and an old one is restored', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('edited');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await editor(page).getByText('a.example.com').waitFor();
  await write(page, `name: ${name}\ntype: block\nrules:\n  - pattern: b.example.com\n`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version 2').waitFor();
  await editor(page).getByText('enabled: true').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('policy');

  await page.getByRole('tab', { name: 'Versions' }).click();
  const difference = page.getByRole('textbox', { name: 'Version 1 compared with version 2' });
  await difference.locator('ins, .cm-changedLine').getByText('b.example.com').waitFor();
  await difference.locator('.cm-deletedChunk').getByText('a.example.com').waitFor();
  await page.getByRole('list', { name: 'Versions' }).getByText('by you').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('policy-versions');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version 1 is version 3 now').waitFor();
  await page.getByLabel('Compare version').selectOption('1');
  await page.getByText('Both versions say the same').waitFor();
  expect(new URL(page.url()).search).toContain('from=1');
  expect(await read(house, id)).toMatchObject({ type: 'allow', version: 3 });
  expect(complaints).toEqual([]);
});

test('a policy that is too long for YAML is changed as JSON', async () => {
  const name = unique('long');
  const rules = Array.from({ length: 3_000 }, (_, i) => ({ pattern: `host-${i}.example.com` }));
  const policy = { name, type: 'allow', scope: 'global', rules, enabled: true };
  const { id } = (await house.admin.post<{ id: string }>('/v1/policies', policy)).body;
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await check(page).getByText('Nothing is changed yet').waitFor();
  await write(page, JSON.stringify({ ...policy, name: `${name} changed` }, null, 2));
  await check(page).getByText('This can be saved').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version 2').waitFor();
  expect(await read(house, id)).toMatchObject({ name: `${name} changed`, version: 2, rules });
  expect(complaints).toEqual([]);
});

test('who saves over what somebody else changed is shown the difference, and loads theirs or overwrites it', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('contended');
  const id = await aPolicy(house, name);
  const theirs = `name: ${name}\ntype: allow\nrules:\n  - pattern: theirs.example.com\n`;
  const mine = `name: ${name}\ntype: allow\nrules:\n  - pattern: mine.example.com\n`;
  const resolve = async (choice: string): Promise<void> => {
    await write(page, mine);
    await house.admin.yaml('PUT', `/v1/policies/${id}`, theirs);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Show the difference' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('theirs.example.com').waitFor();
    await dialog.getByText('mine.example.com').waitFor();
    await dialog.getByRole('button', { name: choice, exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture('policy-conflict');
    await dialog.getByRole('button', { name: choice, exact: true }).click();
  };
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await editor(page).getByText('a.example.com').waitFor();
  await resolve('Load theirs, drop mine');
  await editor(page).getByText('theirs.example.com').waitFor();
  expect(await read(house, id)).toMatchObject({ rules: [{ pattern: 'theirs.example.com' }] });
  await resolve('Overwrite theirs');
  await page.getByText('Saved as version 4').waitFor();
  expect(await read(house, id)).toMatchObject({ rules: [{ pattern: 'mine.example.com' }] });
  expect(complaints).toEqual([]);
});

test('a save whose answer was that it cannot be read yet is saved when it is asked for again, and nobody else is said to have changed it', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('recorded');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await editor(page).getByText('a.example.com').waitFor();
  // As people write it, which is not how it is kept.
  await write(page, `name: ${name}\ntype: block # why\nrules: [{pattern: b.example.com}]\n`);
  const error = { code: 'unavailable', message: 'Recorded, and cannot be read yet', details: '' };
  let isFirst = true;
  await page.route(`**/v1/policies/${id}`, async (route) => {
    if (route.request().method() !== 'PUT' || !isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return route.fulfill({ status: 503, json: { error } });
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('cannot be read yet').waitFor();
  expect(await read(house, id)).toMatchObject({ version: 2 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version 2').waitFor();
  await editor(page).getByText('enabled: true').waitFor();
  expect(
    await page
      .getByRole('alert')
      .filter({ hasText: /changed|read yet/ })
      .count(),
  ).toBe(0);
  expect(await read(house, id)).toMatchObject({ type: 'block', version: 2 });
  expect(complaints).toEqual([]);
});

test('to delete a policy that allows something says what that means and must be typed; its versions stay', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('deleted');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this policy?' });
  await dialog.getByText('raises issues again').waitFor();
  await dialog.getByText('No issue so far').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('policy-delete');
  const confirm = dialog.getByRole('button', { name: 'Delete policy' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type delete').fill('delete');
  await confirm.click();
  await page.getByText(`${name} is deleted`).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
  expect((await house.admin.get(`/v1/policies/${id}`)).status).toBe(404);
  await page.goto(`/policies/${id}`);
  await page.getByText('There is no such policy any more').waitFor();
  await page.getByRole('button', { name: /^Version 2 deleted/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('a policy that somebody changed meanwhile is not deleted before that was said', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('changed');
  const id = await aPolicy(house, name);
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this policy?' });
  await dialog.getByLabel('Type delete').fill('delete');
  const theirs = `name: ${name} theirs\ntype: allow\nrules:\n  - pattern: b.example.com\n`;
  await house.admin.yaml('PUT', `/v1/policies/${id}`, theirs);
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  await dialog.getByText('Somebody changed it meanwhile').waitFor();
  await dialog.getByText(`${name} theirs`).waitFor();
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  await page.getByText(`${name} theirs is deleted`).waitFor();
  expect(complaints).toEqual([]);
});

test('who may only read policies is offered nothing else', async () => {
  const name = unique('readable');
  const id = await aPolicy(house, name);
  const { body } = await house.admin.post<{ token: string }>('/v1/tokens', {
    ...{ name: unique('reader'), permissions: ['policies:read'] },
  });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, body.token, '/policies');
  const enabled = page.getByRole('switch', { name: `${name} is applied` });
  expect(await enabled.isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'New policy' }).count()).toBe(0);
  await page.goto(`/policies/${id}?tab=versions`);
  await page.getByRole('list', { name: 'Versions' }).getByText('Version 1').waitFor();
  expect(await page.getByRole('button', { name: /Save|Delete|Restore/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(LOOKS)('every page of policies fits: $scheme, $size', async (looks) => {
  const id = await aPolicy(house, unique('pictured'), '    comment: what is built every night\n');
  await house.admin.yaml('PUT', `/v1/policies/${id}`, PICTURED);
  const { page, complaints, picture } = await visitor(house.baseUrl, looks);
  await comeSignedIn(page, house.adminToken, '/policies');
  const pages = [
    ['policies', '/policies', page.getByText('Pictured').first()],
    ['policies-new', '/policies/new', check(page).getByText('This can be saved')],
    ['policy', `/policies/${id}`, check(page).getByText('Nothing is changed yet')],
    ['policy-versions', `/policies/${id}?tab=versions`, page.locator('.cm-deletedChunk').first()],
  ] as const;
  for (const [name, path, seen] of pages) {
    await page.goto(path);
    await seen.waitFor();
    expect([name, await violations(page)]).toEqual([name, []]);
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect([name, await page.evaluate<number>(wide)]).toEqual([name, 0]);
    await picture(name);
  }
  expect(complaints).toEqual([]);
});
