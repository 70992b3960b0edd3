import { violations } from '../browser/accessible';
import { type Looks, useBrowser, visitor, type Visitor } from '../browser/browser';
import { LOOKS } from '../browser/looks';
import { comeSignedIn } from '../browser/sign-in';
import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  record,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { newUserToken } from '../house/credentials';
import { type House, openOwnHouse } from '../house/house';

let house: House;
let agent: TestAgent;
const agentName = unique('worker');
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  agent = await newAgent(house.admin, { name: agentName, labels: { cluster: 'production' } });
});

const newDomain = (): string => `${unique('page')}.example.com`;

/** Somebody who looks at the issue about a domain. */
async function at(domain: string, looks?: Looks): Promise<Visitor> {
  const { id } = await issueAbout(house.admin, domain);
  const somebody = await visitor(house.baseUrl, looks);
  await comeSignedIn(somebody.page, house.adminToken, `/issues/${id}`);
  await somebody.page.getByRole('heading', { name: 'What happened' }).waitFor();
  return somebody;
}

test('an issue says who did what where, shows the evidence, and grows while somebody looks, by what arrives late too', async () => {
  const domain = newDomain();
  const process = {
    ...{ executable: '/usr/bin/curl', command: 'curl -s', pid: 4211 },
    ...{ parent: '/bin/bash', parent_pid: 4200 },
  };
  for (let i = 0; i < 21; i += 1) await recordNew(agent, connection(domain, { i, process }));
  const { page, complaints } = await at(domain);
  const main = page.getByRole('main');
  await main.getByText('Reported 21 times').waitFor();
  await main
    .getByText(`/usr/bin/curl on ${agentName} connected to ${domain} (203.0.113.9), port 443`)
    .waitFor();
  await main.getByText('No policy allows it.').waitFor();
  const tree = main.getByRole('region', { name: 'Process tree' });
  expect(await tree.textContent()).toMatch(/\/bin\/bash.*4200.*\/usr\/bin\/curl.*4211/);
  const evidence = main.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('button', { name: domain }).nth(19).waitFor();
  expect(await evidence.getByRole('button', { name: domain }).count()).toBe(20);
  await evidence.getByRole('button', { name: 'Show earlier observations' }).click();
  await evidence.getByText('21', { exact: true }).waitFor();
  await evidence.getByRole('button', { name: domain }).first().click();
  await evidence.getByText('destination_ip').waitFor();
  await evidence.getByRole('link', { name: 'The event' }).waitFor();
  // It arrives late: what is said of it is when it happened.
  const timestamp = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
  await recordNew(agent, { ...connection(domain, { process }), timestamp });
  await main.getByText(/^Reported 22 times: first .*, last now\.$/).waitFor();
  await evidence.getByRole('button', { name: '3 hr. ago, detected' }).click();
  await evidence.getByText(`as it was seen at ${timestamp} and received at 20`).waitFor();
  await main
    .getByRole('region', { name: 'Occurrences' })
    .getByRole('cell', { name: '1', exact: true })
    .waitFor();
  await recordNew(await newAgent(house.admin), { ...connection(domain), verdict: 'allowed' });
  await main.getByRole('link', { name: `All events of ${domain}` }).click();
  await page.waitForURL(`**/events?destination=${domain}`);
  const events = page.getByRole('table', { name: 'Events', exact: true }).getByRole('link');
  await events.nth(22).waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
});

test('somebody acknowledges an issue, ignores it and opens it again: the timeline keeps who and why', async () => {
  const domain = newDomain();
  await recordNew(agent, connection(domain));
  const { page, complaints } = await at(domain);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('asked the team');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await dialog.waitFor({ state: 'detached' });
  await timeline.getByText('asked the team').waitFor();
  await timeline.getByText('by you').waitFor();
  await page.getByRole('button', { name: 'Ignore' }).click();
  await page.getByRole('combobox', { name: 'How long' }).click();
  await page.getByRole('option', { name: 'For one day' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click();
  await timeline.getByText('until in 23 hr.').waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await timeline.getByText('Opened again').waitFor();
  const steps = await timeline.getByRole('listitem').allTextContents();
  expect(steps).toEqual([
    expect.stringMatching(/^Opened again.*by you/),
    expect.stringMatching(/^Ignored.*by you/),
    expect.stringMatching(/^Acknowledged.*by you.*asked the team/),
    expect.stringMatching(/^Raised/),
  ]);
  expect(complaints).toEqual([]);
});

test('what is expected is allowed from the issue, by the narrowest rule: it raises nothing any more', async () => {
  const [domain, other] = [newDomain(), newDomain()];
  for (const one of [domain, other]) await recordNew(agent, connection(one));
  await issueAbout(house.admin, other);
  const { page, complaints } = await at(domain);
  await page.getByRole('button', { name: 'Allow from here' }).click();
  const drawer = page.getByRole('dialog', { name: 'Allow from here' });
  await drawer.getByText('Of what was seen it matches 1 issue, seen once').waitFor();
  const narrowest = `${domain} for cluster production`;
  expect(await drawer.getByRole('radio', { name: narrowest }).isChecked()).toBe(true);
  await drawer.getByRole('radio', { name: '*.example.com for cluster production' }).check();
  await drawer.getByRole('link', { name: other }).waitFor();
  await drawer.getByRole('radio', { name: narrowest }).check();
  await drawer.getByLabel('Name of the policy').fill('Mirrors of production');
  await drawer.getByLabel('Comment of the rule').fill('package mirror');
  await drawer.getByRole('button', { name: 'Create the policy' }).click();
  await drawer.getByRole('link', { name: 'Mirrors of production' }).waitFor();
  await drawer.getByText('resolved', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Timeline' }).getByText('Mirrors of production').waitFor();
  const seen = await recordNew(agent, connection(domain));
  await recordNew(agent, connection(other));
  await page.goto(`/issues/${(await issueAbout(house.admin, other)).id}`);
  await page.getByText('Reported 2 times').waitFor();
  const { id } = await issueAbout(house.admin, domain);
  const allowed = await issueInFull(house.admin, id);
  expect([allowed.status, allowed.evidence]).toEqual([
    'resolved',
    expect.not.arrayContaining([expect.objectContaining({ id: seen })]),
  ]);
  await page.getByRole('button', { name: 'Allow from here' }).click();
  await drawer.getByRole('combobox', { name: 'Which policy' }).click();
  await page.getByRole('option', { name: 'Mirrors of production (1 rule)' }).click();
  await drawer.getByRole('button', { name: 'Extend the policy' }).click();
  await drawer.getByRole('link', { name: 'Mirrors of production' }).waitFor();
  await drawer.getByText('resolved', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('what one proposal matches is not shown of another while that is looked for', async () => {
  const domain = newDomain();
  await recordNew(agent, connection(domain));
  const { page, complaints } = await at(domain);
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((done) => (answer = done));
  await page.route('**/v1/issues/match', async (route) => {
    if (route.request().postData()?.includes('*.example.com')) await mayAnswer;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Allow from here' }).click();
  const matches = page.getByRole('region', { name: 'What it matches' });
  await matches.getByText('it matches 1 issue').waitFor();
  await page.getByRole('radio', { name: '*.example.com for cluster production' }).check();
  await matches.getByRole('status', { name: 'The issues are being looked at' }).waitFor();
  expect(await matches.getByText('it matches').count()).toBe(0);
  answer();
  await matches.getByText(/it matches \d+ issues?/).waitFor();
  expect(complaints).toEqual([]);
});

test('who may only read is offered nothing to change', async () => {
  const domain = newDomain();
  await recordNew(agent, connection(domain));
  const { id } = await issueAbout(house.admin, domain);
  const reader = await newUserToken(house.admin, { permissions: ['issues:read'] });
  const { page, complaints } = await visitor(house.baseUrl);
  await comeSignedIn(page, reader.token, `/issues/${id}`);
  const main = page.getByRole('main');
  await main.getByText(`on ${agentName} connected`).waitFor();
  await main.getByText('No policy allows it.').waitFor();
  expect(await main.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('an issue that is not there is said to be none, and leads to all others', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, '/issues/issue_nothing');
  await page.getByRole('heading', { name: 'There is no such issue' }).waitFor();
  await page.getByRole('link', { name: 'To all issues' }).waitFor();
});

test('what was blocked is told as an attempt', async () => {
  const domain = newDomain();
  await record(agent, { ...connection(domain), verdict: 'blocked' });
  const { page } = await at(domain);
  await page.getByText(`tried to connect to ${domain}`).waitFor();
  await page.getByText(', and was blocked.').waitFor();
  await page.getByText('Blocked').first().waitFor();
});

test('text of attackers is shown as text, wherever it stands', async () => {
  const evil = '<img src=x onerror=alert(1)>\u001b[31m\u202Egnp.exe';
  const domain = `${unique('evil')}${evil}`;
  const stranger = await newAgent(house.admin, { name: unique(evil) });
  const body = connection(domain, {
    ...{ [evil]: { [evil]: [evil] }, path: evil, user: evil },
    ...{ container: { name: evil, image: evil }, kubernetes: { namespace: evil, pod: evil } },
    process: { executable: evil, command: evil, args: [evil], parent: evil, cwd: evil },
  });
  await recordNew(stranger, body);
  const { page, complaints, picture } = await at(domain.toLowerCase());
  const main = page.getByRole('main');
  await main.getByRole('region', { name: 'Evidence' }).getByRole('button').first().click();
  await main.getByText('destination_ip').waitFor();
  expect(await main.locator('img').count()).toBe(0);
  const text = (await main.textContent()) ?? '';
  expect(text).toContain('<img src=x onerror=alert(1)>␛[31m⟨U+202E⟩gnp.exe');
  for (const unseen of ['\u001b', '\u202e'])
    expect((await page.title()) + text).not.toContain(unseen);
  await picture('issue-hostile');
  await page.getByRole('button', { name: 'Allow from here' }).click();
  // No rule could match such a name.
  const drawer = page.getByRole('dialog', { name: 'Allow from here' });
  await drawer.getByRole('radio', { name: '203.0.113.9 for all agents' }).waitFor();
  const comment = await drawer.getByLabel('Comment of the rule').inputValue();
  expect(comment).toContain('<img src=x onerror=alert(1)>');
  for (const unseen of ['\u001b', '\u202e']) expect(comment).not.toContain(unseen);
  expect(complaints).toEqual([]);
});

describe('the page', () => {
  const domain = newDomain();
  beforeAll(async () => {
    for (let i = 0; i < 3; i += 1) await recordNew(agent, connection(domain, { i }));
  });

  test.each(LOOKS)('is accessible, and no wider than the screen, on a %j', async (looks) => {
    const { page, picture, complaints } = await at(domain, looks);
    await page.getByRole('region', { name: 'Evidence' }).getByRole('button').first().click();
    await page.getByText('destination_ip').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await picture('issue');
    await page.getByRole('button', { name: 'Allow from here' }).click();
    await page.getByText('Of what was seen it matches').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture('issue-allow');
    expect(complaints).toEqual([]);
  });
});
