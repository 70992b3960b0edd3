import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { unique } from '../house/actors';
import { holds } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import type { Webhook } from '../house/shapes';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** The page on which a webhook is changed, and the path of that webhook. */
async function changing(): Promise<{ page: Page; api: string; complaints: readonly string[] }> {
  const url = `https://198.51.101.7/${unique('written')}`;
  const { id } = (await house.admin.post<Webhook>('/v1/webhooks', { url })).body;
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${id}?tab=change`);
  return { page, api: `/v1/webhooks/${id}`, complaints };
}

const description = (page: Page) => page.getByLabel('Description', { exact: true });

test('what is written of a webhook while it is being saved stays, and is saved next; what others changed stays, too', async () => {
  const { page, api, complaints } = await changing();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<void>((resolve) => {
    void page.route(`**${api}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      resolve();
      await answered;
      return route.continue();
    });
  });
  await description(page).fill('the first half');
  await press(page, 'Save changes');
  await asked;
  await description(page).fill('the first half and the second');
  await house.admin.patch(api, { events: ['issue.resolved'] });
  answer();
  await page.getByText('The webhook is changed').waitFor();
  expect(await description(page).inputValue()).toBe('the first half and the second');
  expect((await house.admin.get(api)).body).toMatchObject({ description: 'the first half' });
  await description(page).press('Enter');
  const saved = { description: 'the first half and the second', events: ['issue.resolved'] };
  await holds(async () => expect((await house.admin.get(api)).body).toMatchObject(saved));
  expect(complaints).toEqual([]);
});

test('a webhook whose change was not answered is said to be changed once that is seen, and nobody else to have changed it', async () => {
  const { page, api, complaints } = await changing();
  await page.route(`**${api}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const others = page.getByText('Somebody else changed this webhook meanwhile');
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Somebody else changed')) document.body.dataset.said = 'yes';
  }).observe(document.body, { childList: true, subtree: true })`);
  await description(page).fill('mine');
  await press(page, 'Save changes');
  await page.getByText('The webhook is changed').waitFor();
  expect(await page.evaluate('document.body.dataset.said')).toBeUndefined();
  await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
  expect(await description(page).inputValue()).toBe('mine');
  // What somebody else did not save is not said to be saved.
  await description(page).fill('mine again');
  await page.unroute(`**${api}`);
  await page.route(`**${api}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await description(page).press('Enter');
  await page.getByRole('main').getByText('Parapet does not answer').waitFor();
  await house.admin.patch(api, { description: 'theirs' });
  await others.waitFor();
  expect(await description(page).inputValue()).toBe('mine again');
  expect(complaints).toEqual([]);
});
