import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [ProbeModule] });
});
afterAll(() => house.close());

describe('what a path answers that no route matches does not depend on the body that came', () => {
  test.each([
    ['YAML', 'application/yaml', 'a: 1'],
    ['broken JSON', 'application/json', '{"a":'],
    ['a text', 'text/plain', 'a'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['bytes that are not UTF-8', 'application/json', Buffer.from([0xff, 0xfe])],
    ['more than any route takes', 'application/json', ' '.repeat(300 * 1024)],
  ])('%s: 404, and 405 where another method is known', async (_, type, payload) => {
    const headers = { authorization: `Bearer ${house.adminToken}`, 'content-type': type };
    const nowhere = await house.inject({ method: 'POST', url: '/v1/nothing', payload, headers });
    expect([nowhere.statusCode, nowhere.json()]).toMatchObject([
      404,
      { error: { code: 'not_found' } },
    ]);
    const other = await house.inject({ method: 'PUT', url: '/v1/issues', payload, headers });
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

test('a path that is written out in a route is no parameter of another', async () => {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const url = '/v1/issues/mine';
  expect((await house.inject({ method: 'PUT', url, headers })).json()).toEqual({ mine: true });
  for (const path of [url, '/v1/issues/m%69ne', `${url}?id=mine`]) {
    const answer = await house.inject({ method: 'GET', url: path, headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'PUT']);
  }
});
