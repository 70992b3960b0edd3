import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { newAgent, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { aPolicy, editor, write } from './policy-pages';

let house: House;
let receiver: string;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  receiver = (await openReceiver(() => ({ status: 200 }))).url;
});

/** Something that is asked for: where, what has to be written before, the button that asks, and what is seen once it is done. */
interface Way {
  readonly what: string;
  readonly button: string;
  readonly seen: string;
  path(): Promise<string>;
  prepare(page: Page): Promise<void>;
}

/** Opens the dialog of a button, and writes what is needed into its field. */
const filled =
  (button: string, label: string, text: () => string) =>
  async (page: Page): Promise<void> => {
    await press(page, button);
    await page.getByRole('dialog').getByLabel(label).fill(text());
  };
const written = (name: string): string =>
  `name: ${name}\ntype: allow\nrules:\n  - pattern: twice.example.com\n`;

const WAYS: readonly Way[] = [
  {
    ...{ what: 'a token', button: 'Create Token', seen: 'Copy it now' },
    path: () => Promise.resolve('/settings/tokens'),
    prepare: filled('Create Token', 'Name', () => unique('twice')),
  },
  {
    ...{ what: 'a webhook', button: 'Create Webhook', seen: 'Copy the secret now' },
    path: () => Promise.resolve('/settings/webhooks'),
    prepare: filled('Create Webhook', 'URL', () => receiver),
  },
  {
    ...{ what: 'an agent', button: 'Create agent', seen: 'It is shown now and never again' },
    path: () => Promise.resolve('/agents'),
    prepare: filled('New agent', 'Name', () => unique('twice')),
  },
  {
    ...{ what: 'another token of an agent', button: 'Rotate', seen: 'The token before is refused' },
    path: async () => `/agents/${(await newAgent(house.admin)).id}`,
    prepare: async (page) => {
      await press(page, 'Rotate token');
      await page.getByRole('dialog').getByText('stops working at once').waitFor();
    },
  },
  {
    ...{ what: 'a policy', button: 'Create policy', seen: 'The policy is created' },
    path: () => Promise.resolve('/policies/new'),
    prepare: (page) => write(page, written(unique('twice'))),
  },
  {
    ...{ what: 'a version of a policy', button: 'Save', seen: 'Saved as version 2' },
    path: async () => `/policies/${await aPolicy(house, unique('twice'))}`,
    prepare: async (page) => {
      await editor(page).getByText('a.example.com').waitFor();
      await write(page, written(unique('twice')));
    },
  },
];

test.each(WAYS)('$what is asked for once by a button that is pressed twice', async (way) => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, await way.path());
  await way.prepare(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && !/\/(check|match)$/.test(path)) asked.push(path);
  });
  // In one breath: before the page is drawn with what has begun.
  await page.evaluate(`
    const isIt = (button) => button.textContent === '${way.button}';
    const button = [...document.querySelectorAll('button')].findLast(isIt);
    for (let times = 0; times < 2; times += 1) button.click();
  `);
  await page.getByText(way.seen).waitFor();
  expect(asked).toHaveLength(1);
  expect(complaints).toEqual([]);
});
