import type { Locator, Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Webhook } from '../house/shapes';
import { aPolicy, check, write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** A policy that is longer than a phone is high. */
const longPolicy = (name: string): string =>
  `name: ${name}\ntype: allow\nrules:\n${'  - pattern: a.example.com\n'.repeat(40)}`;

/** What changes something meets nobody. */
const nobodyIsThere = (page: Page): Promise<unknown> =>
  page.route('**/v1/policies**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );

/** How far it is out of what is seen of the page, in pixels. */
async function outOfSight(page: Page, what: Locator): Promise<number> {
  const box = await what.boundingBox();
  if (!box) return Infinity;
  const below = box.y + box.height - (page.viewportSize()?.height ?? 0);
  return Math.max(0, -box.y, below);
}

test('on a phone why a policy was not created, or not saved, is said where somebody pressed', async () => {
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  const id = await aPolicy(house, unique('changed'));
  await comeSignedIn(page, house.adminToken, '/policies/new');
  for (const [path, button] of [
    ['/policies/new', 'Create policy'],
    [`/policies/${id}`, 'Save'],
  ] as const) {
    await page.unrouteAll();
    await page.goto(path);
    await write(page, longPolicy(unique('long')));
    await check(page).getByText('This can be saved.').waitFor();
    await nobodyIsThere(page);
    await press(page, button);
    const problem = page.getByRole('alert').filter({ hasText: 'Parapet does not answer' });
    await problem.waitFor();
    expect([path, await outOfSight(page, problem)]).toEqual([path, 0]);
  }
});

test('on a phone it is said where somebody pressed that somebody else was faster', async () => {
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  const id = await aPolicy(house, unique('both'));
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await write(page, longPolicy(unique('mine')));
  await check(page).getByText('This can be saved.').waitFor();
  await house.admin.yaml('PUT', `/v1/policies/${id}`, longPolicy(unique('theirs')));
  await press(page, 'Save');
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else changed' });
  await conflict.waitFor();
  expect(await outOfSight(page, conflict)).toBe(0);
});

test('on a phone the long URL of a webhook leaves room for its page, and what came of a test is in sight', async () => {
  const receiver = await openReceiver(() => ({ status: 500 }));
  const url = `${receiver.url}/workflows/${'w'.repeat(400)}`;
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url, enabled: false });
  const { page } = await visitor(house.baseUrl, { size: 'phone' });
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${made.body.id}`);
  const heading = page.getByRole('heading', { level: 1, name: url });
  await heading.waitFor();
  expect((await heading.boundingBox())?.height).toBeLessThan(160);
  await press(page, 'Send test');
  const result = page.getByText('The receiver did not take the test');
  await result.waitFor();
  expect(await outOfSight(page, result)).toBe(0);
});
