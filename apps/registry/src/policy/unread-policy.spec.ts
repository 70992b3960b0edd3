import { Projections } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';
import { POLICY_COMMANDS } from './policy.collection';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

const POLICY = { name: 'Mirrors', type: 'allow', rules: [{ pattern: 'a.example' }] };
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, more = {}) =>
  house.inject({
    ...{ method, url: `/v1/policies${path}`, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${house.adminToken}`, ...more },
  });
type Answer = Awaited<ReturnType<typeof ask>>;

/** Asks while what was recorded cannot be read in time. */
async function unread(request: () => Promise<Answer>): Promise<Answer> {
  const { projection, topic } = POLICY_COMMANDS;
  const progress = house.app.get(Projections).of(projection, topic);
  const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
  const answer = await request();
  late.mockRestore();
  await house.settled();
  return answer;
}

/** The id that a 503 tells to look for instead of asking again. */
function toLookFor(answer: Answer): string {
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  const { message, details } = answer.json<{ error: Record<string, string> }>().error;
  expect(message).toMatch(/^the change of policy_[\w-]+ is recorded but cannot be read yet$/);
  const id = /^look for (policy_[\w-]+) in 5 s, and send this again only if/.exec(details ?? '');
  return id?.[1] ?? `no id in: ${details}`;
}

test('a policy that is made and cannot be read in time is named, so that nobody makes it twice', async () => {
  const id = toLookFor(await unread(() => ask('POST', '', POLICY)));
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ id, name: 'Mirrors' });
});

test('a change that cannot be read in time is to be looked at: sent again, its If-Match would fail', async () => {
  const { id } = (await ask('POST', '', POLICY)).json<{ id: string }>();
  const change = () => ask('PUT', `/${id}`, { ...POLICY, name: 'New' }, { 'if-match': '"1"' });
  expect(toLookFor(await unread(change))).toBe(id);
  expect((await ask('GET', `/${id}`)).json()).toMatchObject({ name: 'New', version: 2 });
  expect((await change()).statusCode).toBe(412);
});

test('with an Idempotency-Key it can just be sent again', async () => {
  const create = () => ask('POST', '', POLICY, { 'idempotency-key': 'once' });
  const answer = await unread(create);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    { error: { details: 'try again in 5 s' } },
  ]);
  expect((await create()).statusCode).toBe(201);
});
