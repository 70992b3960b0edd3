import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';
import { aPolicy, editor, write } from './policy-pages';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('who opens a page that is not loaded yet while nobody answers is told so, and keeps the dashboard', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
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

/** As after an upgrade: the parts of the page before are gone, whichever is asked for and however often, until it is read anew. */
async function upgrade(page: Page): Promise<void> {
  let isReadAnew = false;
  page.on('request', (request) => {
    isReadAnew ||= request.isNavigationRequest();
  });
  await page.route('**/*.js', (route) =>
    isReadAnew ? route.continue() : route.fulfill({ status: 404 }),
  );
}

test('who opens a page whose parts an upgrade took away sees it all the same: it is read anew', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
  await page.getByRole('heading', { name: 'Issues' }).waitFor();
  await upgrade(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  await Promise.all([
    page.waitForEvent('load'),
    main.getByRole('link', { name: 'Policies' }).click(),
  ]);
  await page.getByRole('heading', { name: 'Policies' }).waitFor();
});

test('a part that a pointer asks for on its way, and that an upgrade took away, takes nothing of what is written', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/events');
  const field = page.getByRole('combobox', { name: 'Agent' });
  await field.fill('agent_half');
  await upgrade(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  const missed = page.waitForResponse((answer) => answer.status() === 404);
  await main.getByRole('link', { name: 'Policies' }).hover();
  await missed;
  // Longer than it takes to ask whether somebody answers.
  for (let times = 0; times < 3; times += 1)
    await page.evaluate(`fetch(location.href).then((answer) => answer.text())`);
  expect(await field.inputValue()).toBe('agent_half');
});

test('what is written of a policy stays when its comparison with what others wrote cannot be loaded', async () => {
  const { page } = await visitor(house.baseUrl);
  const name = unique('compared');
  const id = await aPolicy(house, name);
  const mine = `name: ${name}\ntype: allow\nrules:\n  - pattern: mine.example.com\n`;
  await comeSignedIn(page, house.adminToken, `/policies/${id}`);
  await editor(page).getByText('a.example.com').waitFor();
  await write(page, mine);
  await house.admin.yaml('PUT', `/v1/policies/${id}`, mine.replace('mine', 'theirs'));
  await page.getByRole('button', { name: 'Save' }).click();
  await upgrade(page);
  await page.getByRole('button', { name: 'Show the difference' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A part of this page could not be loaded').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go on writing' }).click();
  await editor(page).getByText('mine.example.com').waitFor();
});

test('who asks while there is no network is told so, and answered by itself once there is one', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByText('No agent yet').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Disconnected' }).click();
  // The list says so, and what counts the fleet if it asked meanwhile.
  await page.getByText('Parapet does not answer').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('No agent is like that').waitFor();
});

test('a page of a proxy in place of an answer is said to be none of Parapet, and passes by itself', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues');
  const html = { contentType: 'text/html', body: '<h1>Sign in to the company</h1>' };
  await page.route('**/v1/agents**', (route) => route.fulfill(html));
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Agents' }).click();
  await page.getByText('Something else answers in place of Parapet').first().waitFor();
  await page.unroute('**/v1/agents**');
  await page.getByText('No agent yet').waitFor();
  await page.route('**/v1/session', (route) => route.fulfill(html));
  await page.reload();
  await page.getByText('A proxy before it may want you to sign in again').waitFor();
  await page.unroute('**/v1/session');
  await page.getByText('No agent yet').waitFor();
  expect(complaints.filter((one) => one.includes('TypeError'))).toEqual([]);
});

test('what a service that is away did not answer is shown by itself once it is back, though the stream never broke', async () => {
  const { page } = await visitor(house.baseUrl);
  let isAway = true;
  const error = { code: 'unavailable', message: 'registry does not answer', details: '' };
  await page.route('**/v1/agents?**', (route) =>
    isAway ? route.fulfill({ status: 503, json: { error } }) : route.continue(),
  );
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByText('registry does not answer').waitFor();
  isAway = false;
  await page.getByText('No agent yet').waitFor();
});

test('who opens a page while nobody can say who is signed in is told so, and sees it by itself once somebody can', async () => {
  const { page, picture } = await visitor(house.baseUrl);
  const error = { code: 'unavailable', message: 'registry does not answer', details: '' };
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.route('**/v1/session', (route) => route.fulfill({ status: 503, json: { error } }));
  await page.reload();
  await page.getByRole('main').getByText('registry does not answer').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('nobody-says-who');
  await page.unroute('**/v1/session');
  await page.getByText('No agent yet').waitFor();
});

test('who waits for the first page is told that it comes', async () => {
  const { page, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/v1/session', (route) => mayAnswer.then(() => route.continue()));
  await page.reload();
  const coming = page.getByRole('status').getByText('Loading…');
  await coming.waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('first-page-comes');
  answer();
  await page.getByText('No agent yet').waitFor();
  expect(await coming.count()).toBe(0);
});

/** Pages of 50 issues that say what is shown of them, and a stream that waits for `go`: what was missed before cannot be told. */
async function endless(page: Page, says: () => string): Promise<{ go(): void }> {
  const domain = `${unique('endless')}.example`;
  await recordNew(await newAgent(house.admin), connection(domain));
  const one = await issueAbout(house.admin, domain);
  await page.route(/\/v1\/issues\?/, async (route) => {
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const title = says();
    const data = Array.from({ length: 50 }, (_, i) => ({ ...one, id: `i_${cursor}_${i}`, title }));
    const pagination = { has_more: cursor < 2, next_cursor: cursor < 2 ? `${cursor + 1}` : null };
    // As long as it takes to see where a list ends.
    await setTimeout(500);
    await route.fulfill({ json: { data, pagination } }).catch(() => undefined);
  });
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/v1/stream', (route) => gone.then(() => route.continue()));
  return { go };
}

test('what the stream missed is shown also to who has read on: the end of a list waits until its beginning is read again', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  let title = 'as it was';
  const stream = await endless(page, () => title);
  await comeSignedIn(page, house.adminToken, '/issues');
  const rows = page.getByRole('list', { name: 'Issues, newest first' }).getByRole('listitem');
  await rows.nth(40).scrollIntoViewIfNeeded();
  await rows.nth(90).scrollIntoViewIfNeeded();
  title = 'as it is';
  const beginning = /\/v1\/issues\?(?!.*cursor=)/;
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(beginning, (route) => mayAnswer.then(() => route.fallback()), { times: 1 });
  const asked = page.waitForRequest(beginning);
  stream.go();
  await asked;
  await page.getByRole('button', { name: 'Show more', disabled: true }).waitFor();
  answer();
  await rows.first().getByText('as it is').waitFor();
  await rows.nth(60).getByText('as it is').waitFor();
  expect(complaints).toEqual([]);
});

test('why the next page of a list could not be read is said where it would stand', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  (await endless(page, () => 'read')).go();
  const error = { code: 'rate_limited', message: 'Too many requests', details: 'wait 7 s' };
  const next = /\/v1\/issues\?.*cursor=/;
  await page.route(next, (route) => route.fulfill({ status: 429, json: { error } }));
  await comeSignedIn(page, house.adminToken, '/issues');
  const rows = page.getByRole('list', { name: 'Issues, newest first' }).getByRole('listitem');
  await rows.nth(40).scrollIntoViewIfNeeded();
  await page.getByRole('alert').filter({ hasText: 'Too many requests' }).getByText(/7 s/).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('issues-no-next-page');
  await page.unroute(next);
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows.nth(60).waitFor();
  expect(complaints).toEqual([]);
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
    await comeSignedIn(page, house.adminToken, path);
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
