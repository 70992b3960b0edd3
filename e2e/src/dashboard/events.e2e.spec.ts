import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, newAgent, recordAll, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';

const HOSTILE = '<img src=x onerror=alert(1)>\u202Emoc.elpmaxe\u001b[31m';
const SHOWN = '<img src=x onerror=alert(1)>⟨U+202E⟩moc.elpmaxe␛[31m';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('events are chosen by the address, and one is read in full, as a tree and as JSON', async () => {
  const agent = await newAgent(house.admin, { name: 'explored' });
  const process = { pid: 7, command: 'cat', args: ['/etc/passwd', HOSTILE] };
  await recordNew(agent, { ...connection('plain.example'), verdict: 'allowed' });
  await recordNew(agent, {
    ...connection('x', { destination: undefined, path: '/etc/passwd', process }),
    ...{ kind: 'file_access', verdict: 'blocked' },
  });
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/events?agent_id=${agent.id}`);
  const table = page.getByRole('table', { name: 'Events', exact: true });
  await table.getByText('plain.example').waitFor();
  const destination = page.getByRole('textbox', { name: 'Destination' });
  await destination.fill(' https://PLAIN.example/x');
  await destination.press('Enter');
  await table.getByText('/etc/passwd').waitFor({ state: 'detached' });
  await table.getByText('plain.example').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('events-destination');
  await destination.fill('');
  await destination.press('Enter');
  await table.getByText('/etc/passwd').waitFor();
  await page.getByRole('combobox', { name: 'Verdict' }).click();
  await page.getByRole('option', { name: 'blocked' }).click();
  await table.getByText('plain.example').waitFor({ state: 'detached' });
  expect(await table.getByRole('link').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await picture('events');

  await table.getByRole('link').press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('link', { name: 'explored' }).waitFor();
  await drawer.getByText(SHOWN, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('event');
  await drawer.getByRole('tab', { name: 'JSON' }).click();
  expect(await drawer.getByLabel('The event as JSON').innerText()).toContain('⟨U+202E⟩moc');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // Whoever reads by the keyboard goes on at the row that they came from.
  await table.locator('a:focus').waitFor();
  expect(new URL(page.url()).searchParams.get('verdict')).toBe('blocked');
  expect(complaints).toEqual([]);
});

test('agents are called by their names, and one is found by a part of its name, also when it is no more', async () => {
  const name = unique('demo-node');
  const agent = await newAgent(house.admin, { name });
  for (const what of ['one', 'two']) await recordNew(agent, connection(`${what}.named.example`));
  await recordNew(await newAgent(house.admin), connection('another.example'));
  const { page, complaints, picture } = await visitor(house.baseUrl);
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  await comeSignedIn(page, house.adminToken, '/events');
  const table = page.getByRole('table', { name: 'Events', exact: true });
  for (const what of ['one', 'two'])
    await table
      .getByRole('row', { name: `${what}.named.example` })
      .getByText(name)
      .waitFor();
  const field = page.getByRole('combobox', { name: 'Agent' });
  await field.fill(name.slice(2, -2).toUpperCase());
  await page.getByRole('option', { name }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('events-agent');
  for (const key of ['ArrowDown', 'Enter']) await field.press(key);
  await page.waitForURL(`**/events?agent_id=${agent.id}`);
  await table.getByText('another.example').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(name);
  expect(asked.filter(({ pathname }) => pathname === `/v1/agents/${agent.id}`)).toHaveLength(1);
  const lists = asked.filter(({ pathname }) => pathname === '/v1/agents');
  expect(new Set(lists.map(({ searchParams }) => searchParams.get('limit')))).toEqual(
    new Set(['20']),
  );
  await page.reload();
  await eventually(async () => (await field.inputValue()) === agent.id);
  await house.admin.delete(`/v1/agents/${agent.id}`);
  await eventually(async () => (await house.admin.get(`/v1/agents/${agent.id}`)).status === 404);
  await page.reload();
  await eventually(async () => (await field.inputValue()) === agent.id);
  await table.getByText('one.named.example').waitFor();
  expect(complaints).toEqual([]);
});

test('a link to an event opens it beside the list, also in dark colours on a phone', async () => {
  const agent = await newAgent(house.admin);
  const id = await recordNew(agent, connection(HOSTILE));
  const { page, complaints, picture } = await visitor(house.baseUrl, {
    ...{ scheme: 'dark', size: 'phone' },
  });
  await comeSignedIn(page, house.adminToken, `/events/${id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(SHOWN, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('event');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(/\/events$/);
  await page.getByRole('link', { name: '<img' }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('events');
  expect(complaints).toEqual([]);
});

test('a long list asks for a page at a time, and goes on where it ends', async () => {
  const agent = await newAgent(house.admin);
  const lines = Array.from({ length: 120 }, (_, i) => connection(`n${i}.example`));
  expect((await recordAll(agent, lines)).status).toBe(207);
  const { page, complaints } = await visitor(house.baseUrl);
  const limits: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/events') limits.push(searchParams.get('limit'));
  });
  await comeSignedIn(page, house.adminToken, `/events?agent_id=${agent.id}`);
  const rows = page.getByRole('table', { name: 'Events', exact: true }).getByRole('link');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await rows.nth(99).scrollIntoViewIfNeeded();
  await rows.nth(119).waitFor({ state: 'attached' });
  expect(new Set(limits)).toEqual(new Set(['50']));
  expect(complaints).toEqual([]);
});

test('an event that is no more is said to be none, in the words of the API', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/events/event_none');
  await page.getByRole('alert').getByText('There is no event event_none').waitFor();
});

test('who writes filters by the keyboard stays in the field where they are, and sees there what is chosen', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/events');
  const agent = page.getByRole('combobox', { name: 'Agent' });
  await agent.fill('agent_none');
  await agent.press('Enter');
  await page.waitForURL('**/events?agent_id=agent_none');
  await page.getByText('No event is like that').waitFor();
  await page.keyboard.type('s');
  expect(await agent.inputValue()).toBe('agent_nones');
  await agent.press('Enter');
  await page.getByLabel('After').fill('2026-03-03T10:00');
  await page.waitForURL('**/events?agent_id=agent_nones');
  await page.getByLabel('Until').focus();
  await page.waitForURL(/since=2026-03-03/);
  await page.keyboard.type('04032026');
  expect(await page.locator('input:focus').getAttribute('type')).toBe('datetime-local');
  await page.goBack();
  await page.waitForURL('**/events?agent_id=agent_nones');
  await eventually(async () => (await page.getByLabel('After').inputValue()) === '');
  expect(complaints).toEqual([]);
});

test('how many events there were is said of the hour that is counted, not of all that are listed', async () => {
  const agent = await newAgent(house.admin);
  const earlier = new Date(Date.now() - 5 * 3_600_000).toISOString();
  await recordNew(agent, { ...connection('earlier.example'), timestamp: earlier });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, `/events?agent_id=${agent.id}`);
  await page.getByRole('link', { name: 'earlier.example' }).waitFor();
  await page.getByText('0 events in the last hour', { exact: true }).waitFor();
  await page.goto(`/events?agent_id=${agent.id}&until=${earlier}`);
  await page.getByText('1 event in the hour before then', { exact: true }).waitFor();
  await page.goto(`/events?agent_id=${agent.id}&since=2026-01-01T00:00:00Z`);
  await page.getByText('1 event', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('who goes back from the list meets no event again that was closed', async () => {
  const agent = await newAgent(house.admin);
  const id = await recordNew(agent, connection('one.example'));
  await recordNew(agent, connection('other.example'));
  const { page, complaints } = await visitor(house.baseUrl);
  const agents = page.getByRole('heading', { level: 1, name: 'Agents' });
  const drawer = page.getByRole('dialog');
  const close = async (): Promise<void> => {
    await drawer.getByRole('link').first().waitFor();
    // Twice, before the first is heard.
    for (const _ of ['once', 'again']) await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  };
  await comeSignedIn(page, house.adminToken, '/agents');
  await agents.waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).click();
  for (const what of ['one.example', 'other.example']) {
    await page.getByRole('table').getByRole('link', { name: what }).first().click();
    await close();
  }
  await page.goBack();
  await agents.waitFor();
  await page.goto(`/events/${id}`);
  await close();
  await page.goBack();
  await agents.waitFor();
  expect(complaints).toEqual([]);
});

test('who touches how long ago something was is shown the exact time', async () => {
  const agent = await newAgent(house.admin);
  const id = await recordNew(agent, connection('touched.example'));
  const { page } = await visitor(house.baseUrl);
  const phone = await page
    .context()
    .browser()
    ?.newContext({
      ...{ baseURL: house.baseUrl, hasTouch: true, timezoneId: 'UTC', locale: 'en-GB' },
    });
  if (!phone) throw new Error('there is no browser');
  const touched = await phone.newPage();
  await comeSignedIn(touched, house.adminToken, `/events/${id}`);
  const exact = touched.getByRole('tooltip').getByText(/20\d\d, .* UTC$/);
  // Where what loads meanwhile moves the page, Chromium has its mouse, which no phone has, leave what was touched.
  await eventually(async () => {
    await touched.getByRole('dialog').locator('time').first().tap();
    await exact.waitFor({ timeout: 2_000 });
    return true;
  });
});
