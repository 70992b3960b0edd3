import { Projections } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
});
afterAll(() => house.close());

const ask = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  house.inject({
    ...{ method, url, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${house.adminToken}` },
  });

/** What is advised where a thing is made and cannot be read in time, so that its token is never shown. */
async function advice(noun: 'agents' | 'tokens', payload: object): Promise<string> {
  const progress = house.app.get(Projections).of(`registry.${noun}`, noun);
  const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
  const answer = await ask('POST', `/v1/${noun}`, payload);
  late.mockRestore();
  await house.settled();
  expect(answer.statusCode).toBe(503);
  return answer.json<{ error: { details: string } }>().error.details;
}

test('an agent whose token was never shown can be given one', async () => {
  const said = await advice('agents', { name: 'a', os: 'linux', kind: 'vanilla' });
  const [, path = ''] =
    /POST (\/v1\/agents\/agent_[\w-]+\/token) gives it a token$/.exec(said) ?? [];
  expect((await ask('POST', path)).statusCode).toBe(201);
});

test('a token that was never shown can be revoked', async () => {
  const said = await advice('tokens', { name: 'lost' });
  const [, path = ''] =
    /DELETE (\/v1\/tokens\/token_[\w-]+) revokes what nobody saw$/.exec(said) ?? [];
  expect((await ask('DELETE', path)).statusCode).toBe(204);
});
