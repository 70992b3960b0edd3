import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens a page of an agent and asks for another token. */
async function asked(page: Page, agentId: string): Promise<void> {
  await comeSignedIn(page, house.adminToken, `/agents/${agentId}`);
  await page.getByRole('button', { name: 'Rotate token' }).click();
  await dialog(page, 'Give it another token?').waitFor();
}
const rotate = (page: Page) =>
  dialog(page, 'Give it another token?').getByRole('button', { name: 'Rotate' });

test('a token that is shown once stays while the house fails to say how the agent is', async () => {
  const { page } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  await asked(page, agent.id);
  await rotate(page).click();
  await dialog(page, 'The new token').waitFor();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  const error = { code: 'internal', message: 'It broke', details: '' };
  await page.route(`**/v1/agents/${agent.id}`, (route) =>
    route.fulfill({ status: 500, json: { error } }),
  );
  const failed = page.waitForResponse((answer) => answer.status() === 500);
  await house.admin.patch(`/v1/agents/${agent.id}`, { mode: 'enforce' });
  await (await failed).finished();
  await page.getByText('It broke').waitFor({ state: 'attached' });
  expect(await dialog(page, 'The new token').isVisible()).toBe(true);
});

test('what is being done is not called back by closing its dialog: the token that it makes is shown', async () => {
  const { page } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  await asked(page, agent.id);
  let goOn = (): void => undefined;
  const mayGoOn = new Promise<void>((done) => (goOn = done));
  await page.route('**/token', async (route) => (await mayGoOn, route.continue()));
  // In one breath: before the page is drawn with what has begun.
  await page.evaluate(`
    const isIt = (button) => button.textContent === 'Rotate';
    const button = [...document.querySelectorAll('[role="dialog"] button')].find(isIt);
    button.click();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  `);
  const cancel = { name: 'Cancel', disabled: true };
  await dialog(page, 'Give it another token?').getByRole('button', cancel).waitFor();
  goOn();
  await dialog(page, 'The new token').waitFor();
});

test('a dialog is closed while something else is being done', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const agent = await newAgent(house.admin);
  const switched = Promise.withResolvers<void>();
  await comeSignedIn(page, house.adminToken, `/agents/${agent.id}`);
  await page.route(`**/v1/agents/${agent.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await switched.promise;
    return route.continue();
  });
  await page.getByRole('radio', { name: 'Enforce' }).click();
  for (const key of ['Enter', 'Escape']) {
    await page.getByRole('button', { name: 'Rotate token' }).click();
    await dialog(page, 'Give it another token?').getByRole('button', { name: 'Cancel' }).press(key);
    await dialog(page, 'Give it another token?').waitFor({ state: 'detached' });
  }
  switched.resolve();
  await page.getByRole('radio', { name: 'Enforce', checked: true, disabled: false }).waitFor();
  expect(complaints).toEqual([]);
});

test('a dialog about one agent, or one issue, is not there on the page of another', async () => {
  const [one, other] = [await newAgent(house.admin), await newAgent(house.admin)];
  const domains = [unique('one'), unique('other')].map((name) => `${name}.example`);
  for (const domain of domains) await recordNew(one, connection(domain));
  const issues = [];
  for (const domain of domains) issues.push((await issueAbout(house.admin, domain)).id);
  const { page, complaints } = await visitor(house.baseUrl);
  const ways = [
    { paths: [one.id, other.id].map((id) => `/agents/${id}`), button: 'Delete' },
    { paths: issues.map((id) => `/issues/${id}`), button: 'Resolve' },
  ] as const;
  await comeSignedIn(page, house.adminToken);
  for (const { paths, button } of ways) {
    for (const path of paths) {
      // As by a link: what was shown before stays known.
      await page.evaluate(
        `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.getByRole('button', { name: button, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.waitForURL(`**${paths[0]}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(complaints).toEqual([]);
});

test('an agent is deleted by its name as it is seen: of two blanks beside each other a page shows one', async () => {
  const { page } = await visitor(house.baseUrl);
  const name = unique('worker');
  const agent = await newAgent(house.admin, { name: `${name}  cafe\u0301` });
  await comeSignedIn(page, house.adminToken, `/agents/${agent.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const asking = dialog(page, 'Delete this agent?');
  await asking.getByRole('textbox').fill(`${name} caf\u00e9`);
  await asking.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/agents$/);
  expect((await house.admin.get(`/v1/agents/${agent.id}`)).status).toBe(404);
});
