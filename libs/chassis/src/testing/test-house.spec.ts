import { testHouse, type TestHouse } from './index';
import { ProbeModule } from './probe.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
});
afterAll(() => house.close());

test('a house answers a user, and every answer has a request id', async () => {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ url: '/v1/issues', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ token: expect.stringMatching(/^token_/) as string });
  expect(answer.headers['x-request-id']).toMatch(/^\S+$/);
});

test('it is alive and ready, and has numbers', async () => {
  expect((await house.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await house.inject('/readyz')).json()).toEqual({ status: 'ready' });
  const numbers = await house.inject('/metrics');
  expect(numbers.headers['content-type']).toContain('text/plain');
  expect(numbers.body).toContain(
    'parapet_http_request_duration_seconds_count{route="/healthz",method="GET",status="200"} 1',
  );
});

test('a house without routes of its own declares every route it has', async () => {
  expect(house.routes.list().filter((route) => route.access === undefined)).toEqual([]);
  await house.settled();
});
