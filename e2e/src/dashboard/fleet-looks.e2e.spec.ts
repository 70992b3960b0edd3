import type { Locator } from 'playwright-core';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import { connection, issueAbout, newAgent, recordNew, type TestAgent } from '../house/actors';
import { type House, openOwnHouse } from '../house/house';

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe\u001b[31m'.padEnd(200, 'x');

let house: House;
let agent: TestAgent;
let eventId: string;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  const labels = { cluster: 'a-cluster-with-a-long-name', version: '1.2.3' };
  agent = await newAgent(house.admin, { name: HOSTILE, labels });
  eventId = await recordNew(agent, connection('looks.example'));
  await issueAbout(house.admin, 'looks.example');
  const health = { source: 'internal', priority: 'Debug', output_fields: { n_drops: 20 } };
  const rule = 'Falco internal: syscall event drop';
  const time = new Date().toISOString();
  await agent.client.post('/v1/integrations/falco', { ...health, rule, time, output: HOSTILE });
});

const widthOf = async (shown: Locator) => (await shown.boundingBox())?.width;

test.each(LOOKS)('agents, events and the start can be read and used: %j', async (looks) => {
  const { page, complaints, picture } = await visitor(house.baseUrl, looks);
  const looked = async (name: string): Promise<void> => {
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await picture(name);
  };
  await comeSignedIn(page, house.adminToken, '/agents');
  await page.getByRole('link', { name: '<img' }).waitFor();
  await looked('fleet-agents');
  await page.getByRole('link', { name: '<img' }).click();
  await page.getByRole('table', { name: 'Last events' }).waitFor();
  await page.getByRole('table', { name: 'Last issues' }).waitFor();
  await looked('fleet-agent');
  await page.getByRole('link', { name: 'All its events' }).click();
  await page.getByRole('table', { name: 'Events', exact: true }).waitFor();
  await looked('fleet-events');
  await page.goto(`/events/${eventId}`);
  await page.getByRole('dialog').getByText('destination_ip').waitFor();
  await looked('fleet-event');
  await page.goto(`/start?agent=${agent.id}`);
  await page.getByRole('link', { name: 'See the issue' }).waitFor();
  const ticks = await page.getByRole('status').locator('svg').all();
  expect(await Promise.all(ticks.map(widthOf))).toEqual([20, 20]);
  await looked('fleet-start');
  expect(complaints).toEqual([]);
});

test('the settings of each kind of sensor can be read by everybody', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/agents');
  await press(page, 'New agent');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('worker-7');
  await press(page, 'Create agent');
  await page.getByText('It is shown now and never again').waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.getByRole('tabpanel', { name: await tab.innerText() }).waitFor();
    expect(await violations(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
