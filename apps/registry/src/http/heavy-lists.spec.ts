import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** Together 10 MiB, each nearly as long as it may be. */
const POLICIES = 40;
const LONGEST_PAGE = 8.5 * 1024 * 1024;

let house: TestHouse;
const ask = (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  return house.inject({ method, url, headers, ...(payload && { payload }) });
};

beforeAll(async () => {
  house = await testHouse({ imports: [RegistryModule] });
  const metadata = { note: 'x'.repeat(255 * 1024) };
  for (let i = 0; i < POLICIES; i += 1) {
    const policy = { name: `${i}`, type: 'allow', rules: [{ pattern: 'a.example' }], metadata };
    expect((await ask('POST', '/v1/policies', policy)).statusCode).toBe(201);
  }
  await house.settled();
});
afterAll(() => house.close());

test.each(['/v1/policies?limit=1000', '/v1/audit?limit=1000&action=policy.created'])(
  'no page of %s is longer than memory bears, and all pages together have everything',
  async (path) => {
    const ids = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await ask('GET', cursor === '' ? path : `${path}&cursor=${cursor}`);
      expect(answer.body.length).toBeLessThan(LONGEST_PAGE);
      const { data, pagination } = answer.json<Page>();
      for (const { id } of data) ids.add(id);
      cursor = pagination.next_cursor;
    }
    expect(ids.size).toBe(POLICIES);
  },
);
