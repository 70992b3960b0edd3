import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { Authenticator } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { RegistryModule } from '../registry.module';

/** Sent in one piece, and more than that. */
const [PIECE, MANY] = [200, 300];
let house: TestHouse;
let store: GenerationsInMemory;
beforeAll(async () => {
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  store = await GenerationsInMemory.open();
  house = await testHouse({ imports: [RegistryModule], documents: store });
  await house.app.listen(0, '127.0.0.1');
});
afterAll(() => house.close());
afterEach(() => jest.restoreAllMocks());

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
  house.inject({
    ...{ method, url, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
function whole(url: string, token: string): Promise<Response> {
  const { port } = (house.app.getHttpServer() as Server).address() as AddressInfo;
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`http://127.0.0.1:${port}${url}`, { headers });
}
const policy = { name: 'a', type: 'allow', rules: [{ pattern: 'a.example' }] };

test.each([
  ['agents', 32, (n: number) => ({ name: `${n}`, os: 'linux', kind: 'vanilla' })],
  ['policies', 8, () => policy],
])(
  'a token that is revoked while a whole list of %s is read gets no more of it',
  async (noun, atATime, make) => {
    const url = `/v1/${noun}`;
    for (let n = 0; n < MANY; n += 1) await ask('POST', url, house.adminToken, make(n));
    await house.settled();
    const made = await ask('POST', '/v1/tokens', house.adminToken, { name: 'n' });
    const { id, token } = made.json<{ id: string; token: string }>();
    const { data } = (await (await whole(url, token)).json()) as { data: unknown[] };
    expect(data).toHaveLength(MANY);
    const read = store.page.bind(store);
    const behindFirst = Math.ceil(PIECE / atATime) + 1;
    let chunks = 0;
    jest.spyOn(store, 'page').mockImplementation(async (...asked) => {
      if (asked[0].name === noun && (chunks += 1) === behindFirst) {
        await ask('DELETE', `/v1/tokens/${id}`, house.adminToken);
        await house.app.get(Authenticator).caughtUp('user');
      }
      return read(...asked);
    });
    const answer = await whole(url, token);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(chunks).toBe(behindFirst);
  },
);
