import type { Route } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { signIn } from '../browser/sign-in';
import { type House, openHouse } from '../house/house';
import { write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openHouse();
});

test('who opens a page that is not loaded yet while nobody answers is told so, and keeps the dashboard', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/issues');
  await page.getByRole('heading', { name: 'Issues' }).waitFor();
  await page.context().setOffline(true);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Policies' }).click();
  await page.getByText('A part of this page could not be loaded').waitFor();
  expect(await main.isVisible()).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
});

test('who opens a page whose parts an upgrade took away sees it all the same: it is read anew', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/issues');
  await page.getByRole('heading', { name: 'Issues' }).waitFor();
  // The parts of the page before are gone, whichever of them is asked for and however often.
  let isReadAnew = false;
  page.on('request', (request) => {
    isReadAnew ||= request.isNavigationRequest();
  });
  await page.route('**/*.js', (route) =>
    isReadAnew ? route.continue() : route.fulfill({ status: 404 }),
  );
  const main = page.getByRole('navigation', { name: 'Main' });
  // A pointer on its way to the link would have the page read anew before the click, which would be lost.
  const link = main.getByRole('link', { name: 'Policies' });
  await Promise.all([page.waitForEvent('load'), link.dispatchEvent('click')]);
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
});

test('who asks while there is no network is told so, and answered by itself once there is one', async () => {
  const { page } = await visitor(house.baseUrl);
  await signIn(page, house.adminToken, '/agents');
  await page.getByText('No agent yet').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Disconnected' }).click();
  // The list says so, and what counts the fleet if it asked meanwhile.
  await page.getByText('Parapet does not answer').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('No agent is like that').waitFor();
});

/** What forms make: where each is, what is written into it, and what is seen once it is made. */
const FORMS = [
  { route: '/v1/policies', path: '/policies/new', button: 'Create policy', made: 'is created' },
  { route: '/v1/agents', path: '/start', button: 'Create agent', made: 'is there.' },
] as const;

test.each(FORMS)(
  'what was made, though nobody heard of it, is not made again: $button',
  async ({ route, path, button, made }) => {
    const count = async (): Promise<number> =>
      (await house.admin.get<{ data: unknown[] }>(route)).body.data.length;
    const { page } = await visitor(house.baseUrl);
    await signIn(page, house.adminToken, path);
    const before = await count();
    if (path === '/policies/new')
      await write(page, 'name: once\ntype: allow\nrules: [{ pattern: once.example.com }]\n');
    const unheard = async (asked: Route): Promise<void> => {
      await asked.fetch();
      await asked.abort();
    };
    await page.route(`**${route}`, unheard, { times: 1 });
    await page.getByRole('button', { name: button }).click();
    await page.getByText('Parapet does not answer').waitFor();
    expect(await count()).toBe(before + 1);
    await page.getByRole('button', { name: button }).click();
    await page.getByText(made).waitFor();
    expect(await count()).toBe(before + 1);
  },
);
