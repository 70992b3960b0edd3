import { testHouse, type TestHouse } from '../testing';
import { Readiness } from './readiness';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [] });
});
afterAll(() => house.close());

const about = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return house.inject({ url: '/v1/about', headers });
};

test('any user hears how the process is, and an agent does not', async () => {
  const answer = await about(await house.addToken(['issues:read']));
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    {
      services: [{ name: 'house', ready: true, missing: [] }],
      storage: { event_log: 'embedded', read_model: 'embedded' },
    },
  ]);
  expect((await about((await house.addAgent()).token)).statusCode).toBe(401);
});

test('what is missing is said with its reason', async () => {
  house.app.get(Readiness).add('coffee', () => 'the pot is empty');
  expect((await about(house.adminToken)).json()).toMatchObject({
    services: [{ ready: false, missing: ['coffee: the pot is empty'] }],
  });
});
