import type { Page } from 'playwright-core';
import { useBrowser, visitor } from '../browser/browser';
import { press } from '../browser/press';
import { comeSignedIn } from '../browser/sign-in';
import {
  connection,
  issueAbout,
  newAgent,
  recordNew,
  type TestAgent,
  unique,
} from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import type { Page as ListPage } from '../house/shapes';

let house: House;
let agent: TestAgent;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
  agent = await newAgent(house.admin);
});

/** Something that is asked for in a dialog. */
interface Way {
  readonly what: string;
  readonly api: string;
  /** In the dialog. */
  readonly button: string;
  /** Once it is done. */
  readonly seen: string;
  path(): Promise<string>;
  prepare(page: Page): Promise<void>;
  /** How many there are. */
  count(): Promise<number>;
}

const anIssue = async (): Promise<string> => {
  const domain = `${unique('early')}.example.com`;
  await recordNew(agent, connection(domain));
  return `/issues/${(await issueAbout(house.admin, domain)).id}`;
};
const countOf = async (path: string): Promise<number> =>
  (await house.admin.get<ListPage<unknown>>(`${path}limit=100`)).body.data.length;

const WAYS: readonly Way[] = [
  {
    ...{ what: 'an agent', api: '/v1/agents', button: 'Create agent' },
    seen: 'It is shown now and never again',
    path: () => Promise.resolve('/agents'),
    prepare: async (page) => {
      await press(page, 'New agent');
      await page.getByRole('dialog').getByLabel('Name').fill(unique('early'));
    },
    count: () => countOf('/v1/agents?'),
  },
  {
    ...{ what: 'a policy from an issue', api: '/v1/policies', button: 'Create the policy' },
    ...{ seen: 'It is allowed', path: anIssue },
    prepare: (page) => press(page, 'Allow from here'),
    count: () => countOf('/v1/policies?'),
  },
  {
    ...{ what: 'a token', api: '/v1/tokens', button: 'Create Token', seen: 'Copy it now' },
    path: () => Promise.resolve('/settings/tokens'),
    prepare: async (page) => {
      await press(page, 'Create Token');
      await page.getByRole('dialog').getByLabel('Name').fill(unique('early'));
    },
    count: () => countOf('/v1/tokens?'),
  },
];

const inDialog = (page: Page, button: string) =>
  page.getByRole('dialog').getByRole('button', { name: button, exact: true });

/** Presses the button of the dialog; answers, once it is asked, how to lose the answer. */
async function asked(page: Page, api: RegExp, button: string): Promise<() => void> {
  const heard = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(api, async (route) => {
    if (route.request().method() === 'GET' || !isFirst) return route.continue();
    isFirst = false;
    if (route.request().method() === 'POST') await route.fetch();
    heard.resolve();
    await lost.promise;
    return route.abort();
  });
  await inDialog(page, button).click();
  await heard.promise;
  return lost.resolve;
}

/** Whatever else closes a dialog. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 400);
}

test.each(WAYS)(
  'the dialog in which $what is being made is not closed: what went wrong is said, and one is made',
  async (way) => {
    const { page } = await visitor(house.baseUrl);
    await comeSignedIn(page, house.adminToken, await way.path());
    await way.prepare(page);
    await inDialog(page, way.button).waitFor();
    const before = await way.count();
    const lose = await asked(page, new RegExp(`${way.api}$`), way.button);
    await close(page);
    lose();
    await page.getByRole('dialog').getByText('Parapet does not answer').waitFor();
    await inDialog(page, way.button).click();
    await page.getByText(way.seen).waitFor();
    expect(await way.count()).toBe(before + 1);
  },
);

/** Until whatever moves, as a dialog does that closes, has come to rest. */
async function clickBeside(page: Page): Promise<void> {
  await page.mouse.click(4, 400);
  await page.evaluate(`(async () => {
    const frames = async () => {
      for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
    };
    await frames();
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await frames();
  })()`);
}

test.each(WAYS)('what is written of $what stays when somebody clicks beside it', async (way) => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, await way.path());
  await way.prepare(page);
  const name = page.getByRole('dialog').getByLabel(/^Name/);
  await name.fill('written');
  await clickBeside(page);
  expect(await name.inputValue()).toBe('written');
});

test('why an issue is resolved stays written when somebody clicks beside it', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, await anIssue());
  await press(page, 'Resolve');
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('written');
  await clickBeside(page);
  expect(await reason.inputValue()).toBe('written');
});

test('the dialog in which the status of an issue is being changed is not closed: what went wrong is said', async () => {
  const { page } = await visitor(house.baseUrl);
  await comeSignedIn(page, house.adminToken, await anIssue());
  await press(page, 'Resolve');
  const lose = await asked(page, /\/v1\/issues\/[^/]+$/, 'Resolve');
  await close(page);
  await eventually(() => inDialog(page, 'Cancel').isDisabled());
  lose();
  await page.getByRole('dialog').getByText('Parapet does not answer').waitFor();
  await inDialog(page, 'Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(page, 'Ignore');
  await inDialog(page, 'Ignore').waitFor();
  expect(await page.getByText('Parapet does not answer').count()).toBe(0);
});

test('an agent whose dialog was closed after its answer was lost is made once', async () => {
  const { page } = await visitor(house.baseUrl);
  const name = unique('early');
  await comeSignedIn(page, house.adminToken, '/agents');
  const fill = async (): Promise<void> => {
    await press(page, 'New agent');
    await page.getByRole('dialog').getByLabel('Name').fill(name);
  };
  await fill();
  const lose = await asked(page, /\/v1\/agents$/, 'Create agent');
  const before = await countOf('/v1/agents?');
  lose();
  await page.getByRole('dialog').getByText('Parapet does not answer').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await fill();
  await inDialog(page, 'Create agent').click();
  await page.getByText('It is shown now and never again').waitFor();
  expect(await countOf('/v1/agents?')).toBe(before);
});
