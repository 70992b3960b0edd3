import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openHouse } from '../house/house';

jest.setTimeout(60_000);

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
});

const editor = (page: Page) => page.getByRole('textbox', { name: 'Policy as YAML' });
const check = (page: Page) => page.getByRole('status', { name: 'Check' });

/** Writes a whole text into the editor, as somebody does who pastes it over what is there. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
}

/** Creates a policy through the API; answers its id. */
async function aPolicy(name: string, rest = ''): Promise<string> {
  const yaml = `name: ${JSON.stringify(name)}\ntype: allow\nrules:\n  - pattern: a.example.com\n${rest}`;
  const made = await house.admin.yaml<{ id: string }>('POST', '/v1/policies', yaml);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id;
}

const read = async (id: string) =>
  (await house.admin.get<Record<string, unknown>>(`/v1/policies/${id}`)).body;

test('a policy is written from the template: what is wrong is said at its line, is mended, and is saved by keyboard', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const name = unique('mirrors');
  await signIn(page, house.adminToken, '/policies');
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

test('keys and values are completed, and Escape and Tab leave the editor', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/policies/new');
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

test('a policy is disabled and enabled in the list', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const name = unique('switched');
  const id = await aPolicy(name);
  await signIn(page, house.adminToken, '/policies');
  const enabled = page.getByRole('switch', { name: `${name} is applied` });
  await enabled.click();
  await page.getByText(`${name} is disabled`).waitFor();
  expect(await read(id)).toMatchObject({ enabled: false, version: 2 });
  await enabled.click();
  await page.getByText(`${name} is enabled`).waitFor();
  expect(await read(id)).toMatchObject({ enabled: true, version: 3 });
  expect(complaints).toEqual([]);
});
