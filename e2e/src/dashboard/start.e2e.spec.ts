import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { violations } from '../browser/accessible';
import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { connection, newAgent, recordNew } from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';

const run = promisify(execFile);

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

test('who goes on before an empty house has led them to the start comes where they went', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  const [told, asked, loaded] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  await page.route('**/v1/agents/summary*', (route) => told?.promise.then(() => route.continue()));
  await page.route('**/assets/tokens.page-*.js', (route) => {
    asked?.resolve();
    return loaded?.promise.then(() => route.continue());
  });
  await comeSignedIn(page, house.adminToken);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await asked?.promise;
  const answer = page.waitForResponse('**/v1/agents/summary*');
  told?.resolve();
  await (await answer).finished();
  await page.evaluate('new Promise(requestAnimationFrame)');
  loaded?.resolve();
  await page.getByRole('heading', { name: 'API Tokens' }).waitFor();
  expect(complaints).toEqual([]);
});

test('an empty house leads in three steps to its first issue, by the very line that the page shows', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/start');
  await page.getByRole('heading', { name: 'Create an agent' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('start-create');
  await page.getByRole('button', { name: 'Create agent' }).click();

  await page.getByText('Waiting for the first event').waitFor();
  await page.getByRole('button', { name: 'Copy the curl line' }).click();
  await page.getByRole('button', { name: 'the curl line is copied' }).waitFor();
  const line = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(line).toContain(`${house.baseUrl}/v1/events_v2`);
  await page.mouse.move(0, 0);
  await picture('start-send');
  const { stdout } = await run('sh', ['-c', line]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'created' });

  await page
    .getByRole('link', { name: 'first-look.example · curl https://first-look.example' })
    .waitFor();
  await page.getByRole('link', { name: 'See the issue' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture('start-arrived');
  await page.getByRole('link', { name: 'See the issue' }).click();
  await page.waitForURL(/\/issues\/issue_/);
  expect(complaints).toEqual([]);
});

test('who comes back to the start is told that the token was shown once, and goes on watching', async () => {
  const { page, complaints, picture } = await visitor(house.baseUrl, {
    ...{ scheme: 'dark', size: 'phone' },
  });
  await comeSignedIn(page, house.adminToken, '/start');
  await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByText('Waiting for the first event').waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await page.getByText('was shown once and cannot be shown again').waitFor();
  await page.getByText('Waiting for the first event').waitFor();
  await picture('start-again');
  expect(complaints).toEqual([]);
});

test('who leaves the start before anything was sent is asked, for the token would be lost', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/start');
  await page.getByRole('button', { name: 'Create agent' }).click();
  const line = page.getByLabel('the curl line', { exact: true });
  const shown = await line.innerText();
  await page.getByRole('link', { name: 'Issues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without the token?' });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await line.innerText()).toBe(shown);
  await page.getByRole('link', { name: 'Issues' }).click();
  await dialog.getByRole('button', { name: 'Leave without it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
  expect(complaints).toEqual([]);
});

test('an agent that is not there, or is no more, is not said to be there: another can be made', async () => {
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/start?agent=agent_none');
  await page.getByText('There is no agent agent_none').waitFor();
  expect(await page.getByText('is there.').count()).toBe(0);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByText('is there.').waitFor();
  await page.getByText('Waiting for the first event').waitFor();
  const id = new URL(page.url()).searchParams.get('agent') ?? '';
  await house.admin.delete(`/v1/agents/${id}`);
  await page.getByText(`There is no agent ${id}`).waitFor();
  expect(await page.getByText('Waiting for').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('who may not make agents is told what is missing', async () => {
  const permissions = ['issues:read', 'agents:read', 'events:read'];
  const reader = await house.admin.post<{ token: string }>('/v1/tokens', {
    ...{ name: 'reader', permissions },
  });
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, reader.body.token, '/start');
  await page.getByText('it needs the permission agents:write').waitFor();
  await page.goto('/agents');
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  expect(await page.getByRole('button', { name: 'New agent' }).count()).toBe(0);
});

test('who may make agents, but not see what comes of them, is not left waiting for it', async () => {
  const makers = [
    [['agents:read', 'agents:write'], 'needs the permission events:read'],
    [['agents:write', 'events:read'], 'needs the permission issues:read'],
  ] as const;
  const { page } = await visitor(house.baseUrl);
  for (const [permissions, words] of makers) {
    const maker = await newUserToken(house.admin, { permissions });
    const agent = await newAgent(house.admin);
    await recordNew(agent, connection('arrives.example'));
    await page.context().clearCookies();
    await comeSignedIn(page, maker.token, `/start?agent=${agent.id}`);
    await page.getByRole('status').getByText(words).waitFor();
    expect(await page.getByText('Waiting for').count()).toBe(0);
  }
});
