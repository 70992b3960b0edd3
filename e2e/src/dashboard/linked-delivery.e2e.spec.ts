import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Delivery, Webhook } from '../house/shapes';

useBrowser();

test('a link to a delivery shows it, also where the list has more that are newer than it shows', async () => {
  const house = await openOwnHouse();
  const receiver = await openReceiver(() => ({ status: 200, body: '{"taken":true}' }));
  const { id } = (
    await house.admin.post<Webhook>('/v1/webhooks', { url: `${receiver.url}/linked` })
  ).body;
  const tests: string[] = [];
  for (let times = 0; times < 51; times += 1)
    tests.push((await house.admin.post<{ id: string }>(`/v1/webhooks/${id}/test`)).body.id);
  const { page, complaints } = await visitor(house.baseUrl);
  const path = `/settings/webhooks/${id}?delivery=${tests[0]}`;
  await comeSignedIn(page, house.adminToken, path);
  const linked = page.getByRole('region', { name: 'The delivery that you came for' });
  await linked.getByText('A test; it tells of no issue.').waitFor();
  await linked.getByText('"taken": true').waitFor();
  expect(await page.getByRole('button', { name: /webhook.test/ }).count()).toBe(50);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await linked.waitFor({ state: 'detached' });
  await page.getByText('A test; it tells of no issue.').waitFor();
  await page
    .getByRole('button', { name: /webhook.test/ })
    .first()
    .press('Enter');
  await page.waitForURL(`**delivery=${tests[50]}`);
  expect(complaints).toEqual([]);
});

test('of a delivery that waits beyond its time it is said since when it is due', async () => {
  const house = await openOwnHouse();
  const receiver = await openReceiver(() => ({ status: 200 }));
  const { body } = await house.admin.post<Webhook>('/v1/webhooks', { url: `${receiver.url}/due` });
  await house.admin.post(`/v1/webhooks/${body.id}/test`);
  const { page } = await visitor(house.baseUrl);
  await page.route('**/deliveries?**', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { readonly data: readonly Delivery[] };
    const next_attempt_at = new Date(Date.now() - 200_000).toISOString();
    const waiting = data.map((one) => ({ ...one, status: 'pending', next_attempt_at }));
    await route.fulfill({ json: { ...rest, data: waiting } });
  });
  await comeSignedIn(page, house.adminToken, `/settings/webhooks/${body.id}`);
  await page.getByRole('button', { name: /Waiting webhook.test .*due 3 min\. ago/ }).waitFor();
});
