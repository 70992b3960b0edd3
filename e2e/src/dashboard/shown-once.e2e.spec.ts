import type { Page } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { newAgent, unique } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Webhook } from '../house/shapes';

let house: House;
let receiver: string;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  receiver = (await openReceiver(() => ({ status: 200 }))).url;
});

/** Something that is shown once: where it is asked for, how, and as what it is shown. */
interface Shown {
  readonly what: string;
  readonly title: string;
  readonly label: string;
  readonly done: string;
  path(): Promise<string>;
  ask(page: Page): Promise<void>;
}

const aWebhook = async (): Promise<string> => {
  const { body } = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver });
  return `/settings/webhooks/${body.id}?tab=secret`;
};
const pressIn = (page: Page, title: string, name: string): Promise<void> =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true }).click();

const SECRET = { label: 'Signing secret', done: 'I have copied it' } as const;
const ROTATED: Shown = {
  ...{ what: 'another secret of a webhook', title: 'The new secret', ...SECRET, path: aWebhook },
  ask: (page) => press(page, 'Rotate secret'),
};
const ANOTHER: Shown = {
  ...{ what: 'another token of an agent', title: 'The new token', label: 'the token' },
  done: 'Done',
  path: async () => `/agents/${(await newAgent(house.admin)).id}`,
  ask: async (page) => {
    await press(page, 'Rotate token');
    await pressIn(page, 'Give it another token?', 'Rotate');
  },
};
const ALL: readonly Shown[] = [
  {
    ...{ what: 'a new token', title: 'Your new token', label: 'Token', done: 'I have copied it' },
    path: () => Promise.resolve('/settings/tokens'),
    ask: async (page) => {
      await press(page, 'Create Token');
      await page.getByRole('dialog').getByLabel('Name').fill(unique('shown'));
      await pressIn(page, 'Create Token', 'Create Token');
    },
  },
  {
    ...{ what: 'the token of a new agent', title: 'The agent is there', label: 'the token' },
    done: 'Done',
    path: () => Promise.resolve('/agents'),
    ask: async (page) => {
      await press(page, 'New agent');
      await page.getByRole('dialog').getByLabel('Name').fill(unique('shown'));
      await pressIn(page, 'New agent', 'Create agent');
    },
  },
  ANOTHER,
  {
    ...{ what: 'the secret of a new webhook', title: 'The secret of your new webhook', ...SECRET },
    path: () => Promise.resolve('/settings/webhooks'),
    ask: async (page) => {
      await page.getByRole('button', { name: 'Create Webhook' }).click();
      await page.getByRole('dialog').getByLabel('URL').fill(receiver);
      await pressIn(page, 'Create Webhook', 'Create Webhook');
    },
  },
  ROTATED,
];

const dialog = (page: Page, { title }: Shown) => page.getByRole('dialog', { name: title });
const secretIn = (page: Page, shown: Shown): Promise<string> =>
  dialog(page, shown).getByLabel(shown.label, { exact: true }).innerText();
const haveIt = (page: Page, shown: Shown): Promise<void> => pressIn(page, shown.title, shown.done);

/** Keeps back what the house has answered, until it may go on. */
async function holdAnswer(page: Page, path: string) {
  const answered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    answered.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  return { answered: answered.promise, goOn: held.resolve };
}

/** Signs in with a token of its own; answers how to end the session from elsewhere. */
async function signedIn(page: Page, path: string): Promise<() => Promise<unknown>> {
  const { id, token } = await newUserToken(house.admin, {});
  await comeSignedIn(page, token, path);
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  return () => house.admin.delete(`/v1/tokens/${id}`);
}

test.each(ALL)(
  '$what stays when the session ends, until somebody says that they have it',
  async (shown) => {
    const { page, complaints, picture } = await visitor(house.baseUrl);
    const end = await signedIn(page, await shown.path());
    await shown.ask(page);
    const secret = await secretIn(page, shown);
    await end();
    await page.getByRole('status').filter({ hasText: 'Signed out' }).waitFor();
    // Nor is it closed by a key that was pressed once too often.
    for (const key of ['Enter', 'Escape']) await page.keyboard.press(key);
    expect(await secretIn(page, shown)).toBe(secret);
    expect(await violations(page)).toEqual([]);
    await picture(`shown-once-${shown.label.toLowerCase().replaceAll(' ', '-')}`);
    await haveIt(page, shown);
    await page.waitForURL('**/sign-in**');
    await dialog(page, shown).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret.trim());
    expect(complaints).toEqual([]);
  },
);

test('a secret of a webhook that is made while its tab, or its page, is left is shown', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, await ROTATED.path());
  const first = await holdAnswer(page, '**/rotate_secret');
  await ROTATED.ask(page);
  await first.answered;
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('tabpanel', { name: 'Secret' }).waitFor({ state: 'detached' });
  first.goOn();
  expect(await secretIn(page, ROTATED)).toMatch(/^\S{20,}$/);
  await haveIt(page, ROTATED);
  await page.getByRole('tab', { name: 'Secret' }).click();
  await page.getByText('Two secrets sign').waitFor();

  const second = await holdAnswer(page, '**/rotate_secret');
  await press(page, 'Drop it and stage another');
  await second.answered;
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  second.goOn();
  const secret = await secretIn(page, ROTATED);
  await page.goBack();
  await page.getByRole('tab', { name: 'Secret' }).waitFor();
  expect(await secretIn(page, ROTATED)).toBe(secret);
  expect(complaints).toEqual([]);
});

test('a token that is made while the session ends is shown over the sign-in', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const end = await signedIn(page, await ANOTHER.path());
  const made = await holdAnswer(page, '**/token');
  await ANOTHER.ask(page);
  await made.answered;
  await end();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  made.goOn();
  await dialog(page, ANOTHER).waitFor();
  expect(await violations(page)).toEqual([]);
  await haveIt(page, ANOTHER);
  await page.getByLabel('User token').fill(house.adminToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Rotate token' }).waitFor();
  expect(complaints).toEqual([]);
});
