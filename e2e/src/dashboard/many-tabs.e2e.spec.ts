import type { Page } from 'playwright-core';
import { ELSEWHERE, useBrowser, visitor } from '../browser/browser';
import { comeSignedIn, signIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import { openOwnHouse } from '../house/house';

useBrowser();

/** Lays another tab over a page, or takes it away, as far as the page can tell: without a window all are seen at once. */
const cover = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(`{
    for (const [name, value] of [['hidden', ${isHidden}], ['visibilityState', '${isHidden ? 'hidden' : 'visible'}']])
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);

const isLive = (page: Page): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'Live' }).waitFor();

test('more tabs than a browser has connections stand open without https, and each tells what happens once it is seen again', async () => {
  const house = await openOwnHouse({ env: { PUBLIC_URL: undefined } });
  const agent = await newAgent(house.admin);
  const { page: first } = await visitor(`http://${ELSEWHERE}:${new URL(house.baseUrl).port}`);
  await signIn(first, house.adminToken, '/issues');
  expect(await first.evaluate<boolean>('"locks" in navigator')).toBe(false);
  await isLive(first);
  let last = first;
  for (let tab = 2; tab <= 8; tab += 1) {
    await cover(last, true);
    last = await first.context().newPage();
    await last.goto('/issues');
    await isLive(last);
  }
  const domain = `${unique('meanwhile')}.example`;
  await recordNew(agent, connection(domain));
  await last.getByText(domain).first().waitFor();
  expect(await first.getByText(domain).count()).toBe(0);
  await cover(last, true);
  await cover(first, false);
  await first.getByText(domain).first().waitFor();
});

test('when the tab that listens is closed another goes on behind it: what is read and ticked there, far down in a list, stays', async () => {
  const house = await openOwnHouse();
  const agent = await newAgent(house.admin);
  const path = `/issues?agent_id=${agent.id}`;
  const oldest = unique('oldest');
  await recordNew(agent, connection(`${oldest}.example`));
  for (let count = 0; count < 55; count += 1)
    await recordNew(agent, connection(`${unique('newer')}.example`));
  await issueAbout(house.admin, `${oldest}.example`);
  const { page: first } = await visitor(house.baseUrl);
  await comeSignedIn(first, house.adminToken, path);
  await first.getByText('Live', { exact: true }).waitFor();
  const second = await first.context().newPage();
  await second.goto(path);
  await second.getByText('Live', { exact: true }).waitFor();
  await second.evaluate('scrollTo(0, document.body.scrollHeight)');
  await second.getByRole('checkbox', { name: oldest }).check();
  await second.evaluate('scrollTo(0, 0)');
  await first.close();
  const meanwhile = unique('meanwhile');
  await recordNew(agent, connection(`${meanwhile}.example`));
  await second.getByRole('link', { name: meanwhile }).waitFor();
  expect(await second.getByText('1 ticked').count()).toBe(1);
  expect(await second.getByRole('checkbox', { name: oldest }).isChecked()).toBe(true);
});
