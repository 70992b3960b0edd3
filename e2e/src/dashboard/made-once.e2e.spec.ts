import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { loseAnswer } from '../browser/lose-answer';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import type { Page as ListPage } from '../house/shapes';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** Something that is made in a dialog, and shown once. */
interface Made {
  readonly api: string;
  readonly path: string;
  /** Of the button, and of the dialog. */
  readonly title: string;
  readonly fill: (page: Page, name: string) => Promise<void>;
  /** What is shown then. */
  readonly shown: string;
  readonly label: string;
}
const ALL: readonly Made[] = [
  {
    ...{ api: '/v1/tokens', path: '/settings/tokens', title: 'Create Token' },
    ...{ shown: 'Your new token', label: 'Token' },
    fill: async (page, name) => {
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByLabel('Good for').selectOption('For ever');
    },
  },
  {
    ...{ api: '/v1/webhooks', path: '/settings/webhooks', title: 'Create Webhook' },
    ...{ shown: 'The secret of your new webhook', label: 'Signing secret' },
    fill: async (page, name) => {
      await page.getByRole('dialog').getByLabel('URL').fill('https://198.51.101.7/made-once');
      await page.getByRole('dialog').getByLabel('Description').fill(name);
    },
  },
];

interface Listed {
  readonly name?: string;
  readonly description?: string;
}
const madeOf = async ({ api }: Made, called: string): Promise<number> => {
  const { body } = await house.admin.get<ListPage<Listed>>(`${api}?limit=100`);
  return body.data.filter((one) => (one.name ?? one.description) === called).length;
};

/** Presses the button of the dialog. */
const create = (page: Page, { title }: Made): Promise<void> =>
  page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: title, exact: true })
    .click();

test.each(ALL)(
  'POST $api whose answer was lost is pressed again, and makes one; the same once more makes another',
  async (made) => {
    const { page } = await visitor(house.baseUrl);
    const called = unique('made');
    await comeSignedIn(page, house.adminToken, made.path);
    const lost = await loseAnswer(page, `**${made.api}`, 'POST');
    await press(page, made.title);
    await made.fill(page, called);
    await create(page, made);
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect([lost, await madeOf(made, called)]).toEqual([[201], 1]);
    await create(page, made);
    const shown = page.getByRole('dialog', { name: made.shown });
    const first = await shown.getByLabel(made.label, { exact: true }).innerText();
    expect(await madeOf(made, called)).toBe(1);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await shown.waitFor({ state: 'detached' });
    if (!page.url().endsWith(made.path)) await page.goBack();
    await press(page, made.title);
    await made.fill(page, called);
    await create(page, made);
    expect(await shown.getByLabel(made.label, { exact: true }).innerText()).not.toBe(first);
    expect(await madeOf(made, called)).toBe(2);
  },
);

test('a token of 90 days whose dialog was closed after its answer was lost is made once, with that end', async () => {
  const { page } = await visitor(house.baseUrl);
  const [made] = ALL.filter(({ api }) => api === '/v1/tokens');
  if (!made) throw new Error('tokens are made in a dialog');
  const called = unique('made');
  await comeSignedIn(page, house.adminToken, made.path);
  const lost = await loseAnswer(page, `**${made.api}`, 'POST');
  const ask = async (): Promise<void> => {
    await press(page, made.title);
    await page.getByRole('dialog').getByLabel('Name').fill(called);
    await create(page, made);
  };
  await ask();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await ask();
  await page.getByRole('dialog', { name: made.shown }).waitFor();
  expect([lost, await madeOf(made, called)]).toEqual([[201], 1]);
});
