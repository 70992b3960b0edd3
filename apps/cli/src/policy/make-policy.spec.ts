import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '@parapet/registry';
import { openToCallers } from '../testing/open-to-callers';
import { type HouseClient, houseClient } from '../house/house-client';
import { HouseAway, HouseProblem } from '../house/house-problem';
import { makeGone, makeOnce } from './make-policy';
import { asSeen, pathOf, policiesOf } from './policy-in-house';
import { readPolicyText } from './read-policy-text';
import { takeSteps } from './take-steps';

let house: TestHouse;
let client: HouseClient;
let posted: number;
beforeEach(async () => {
  posted = 0;
  house = await testHouse({ imports: [RegistryModule] });
  await openToCallers(house);
  const { port } = house.app.getHttpServer().address() as { port: number };
  client = houseClient({ url: `http://127.0.0.1:${port}`, token: house.adminToken });
});
afterEach(() => house.close());

const NAME = 'egress';
const file = (comment = 'x') => ({
  ...{ name: NAME, media: 'application/yaml' },
  source: `# ${comment}\nname: ${NAME}\ntype: allow\nrules:\n  - pattern: a.example\n`,
});
const UNREADABLE = new HouseProblem(503, 'unavailable', 'recorded but cannot be read yet', 5);
const IN_FLIGHT = new HouseProblem(409, 'conflict', 'it is being answered', undefined);
const AWAY = new HouseAway('The house does not answer');

/** The house, whose answers to the first of what changes something are lost: these come in their place. */
function losing(...lost: readonly (Error | undefined)[]): HouseClient {
  const read: HouseClient['read'] = async (path, request) => {
    const answer = await client.read<never>(path, request);
    if (request?.method !== 'POST') return answer;
    const error = lost[posted];
    posted += 1;
    if (error) throw error;
    return answer;
  };
  return { ...client, read };
}

const waited: number[] = [];
const wait = async (ms: number): Promise<void> => void waited.push(ms);
async function make(by: HouseClient, sent = file()): Promise<void> {
  await makeGone(by, new Map([[await makeOnce(by, sent, wait), sent]]), wait);
}
const names = async (): Promise<string[]> => (await policiesOf(client)).map(({ name }) => name);

test('a policy whose answer is lost, or that cannot be read yet, is asked for again and made once', async () => {
  waited.length = 0;
  await make(losing(UNREADABLE, AWAY, IN_FLIGHT));
  expect([posted, await names()]).toEqual([4, [NAME]]);
  expect(waited[0]).toBeGreaterThanOrEqual(5_000);
});

test('asked for by another call, since the first gave up, it is not made a second time', async () => {
  const all = Array.from({ length: 10 }, () => UNREADABLE);
  await expect(make(losing(...all))).rejects.toBe(UNREADABLE);
  await make(client);
  expect(await names()).toEqual([NAME]);
});

test('what was deleted or got another name since it was made so is made anew', async () => {
  await make(client);
  const [first] = await policiesOf(client);
  if (!first) throw new Error('it was made');
  await client.ask(pathOf(first), { method: 'DELETE', headers: asSeen(first) });
  await make(client);
  const [second] = await policiesOf(client);
  if (!second) throw new Error('it was made anew');
  expect(second.id).not.toBe(first.id);
  await make(client, file('written in another way'));
  const [third] = await policiesOf(client);
  if (!third) throw new Error('it was made');
  const json = { name: 'other', type: 'allow', rules: [{ pattern: 'a.example' }] };
  await client.ask(pathOf(third), { method: 'PUT', json });
  await make(client, file('written in another way'));
  expect((await names()).sort()).toEqual([NAME, NAME, 'other']);
});

test.each([
  ['is refused', new HouseProblem(403, 'forbidden', 'it lacks policies:write', undefined)],
  ['is to be asked for in an hour', new HouseProblem(503, undefined, 'in maintenance', 3_600)],
])('what %s is asked for once', async (_, refused) => {
  await expect(make(losing(refused))).rejects.toBe(refused);
  expect(posted).toBe(1);
});

const creating = (name: string) => ({
  kind: 'create' as const,
  file: { path: name, ...readPolicyText(file().source.replace(NAME, name)) },
});

test('of several what was made before one is refused is told, and is there although it was deleted before', async () => {
  await make(client);
  for (const policy of await policiesOf(client))
    await client.ask(pathOf(policy), { method: 'DELETE', headers: asSeen(policy) });
  const steps = [NAME, 'mirrors'].map(creating);
  const refused = new HouseProblem(403, 'forbidden', 'it lacks policies:write', undefined);
  const told: string[] = [];
  const taking = takeSteps(losing(undefined, refused), steps, (step) => {
    if (step.kind === 'create') told.push(step.file.name);
  });
  await expect(taking).rejects.toThrow('mirrors: it lacks policies:write');
  expect(told).toEqual([NAME]);
  expect(await names()).toContain(NAME);
});

test('of several what was made before the house lets nothing more through is named, and why it does not', async () => {
  const limited = new HouseProblem(429, 'rate_limited', 'wait and retry', 1_800);
  const refusing = losing(undefined, limited);
  const read: HouseClient['read'] = (path, request) =>
    posted < 2 ? refusing.read(path, request) : Promise.reject(new Error('nor this'));
  const told = jest.fn();
  const taking = takeSteps({ ...client, read }, [NAME, 'mirrors'].map(creating), told);
  await expect(taking).rejects.toThrow(
    /^mirrors: wait and retry\nSent before, .*: egress\. Call again/,
  );
  expect(told).not.toHaveBeenCalled();
  expect(await names()).toContain(NAME);
});
