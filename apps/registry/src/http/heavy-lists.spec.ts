import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** Of each together 10 MiB, each nearly as long as it may be. */
const POLICIES = 40;
const AGENTS = 160;
const LONGEST_PAGE = 8.5 * 1024 * 1024;
const LONGEST_READING = 2.5 * 1024 * 1024;

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
  const labels = Object.fromEntries(
    Array.from({ length: 64 }, (_, i) => [`label-${i}`, 'x'.repeat(1_024)]),
  );
  for (let i = 0; i < AGENTS; i += 1) {
    const agent = { name: `${i}`, os: 'linux', kind: 'vanilla', labels };
    expect((await ask('POST', '/v1/agents', agent)).statusCode).toBe(201);
  }
  await house.settled();
});
afterAll(() => house.close());

test.each([
  ['/v1/policies?limit=1000', POLICIES],
  ['/v1/audit?limit=1000&action=policy.created', POLICIES],
  ['/v1/agents?limit=1000', AGENTS],
])(
  'no page of %s is longer than memory bears, and all pages together have everything',
  async (path, count) => {
    const ids = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await ask('GET', cursor === '' ? path : `${path}&cursor=${cursor}`);
      expect(answer.body.length).toBeLessThan(LONGEST_PAGE);
      const { data, pagination } = answer.json<Page>();
      for (const { id } of data) ids.add(id);
      cursor = pagination.next_cursor;
    }
    expect(ids.size).toBe(count);
  },
);

test.each([
  ['/v1/policies', POLICIES],
  ['/v1/agents', AGENTS],
])(
  'of the whole list %s no more is in memory at a time than its client may keep there',
  async (path, count) => {
    const read = house.store.page.bind(house.store);
    const readings: number[] = [];
    jest.spyOn(house.store, 'page').mockImplementation(async (...asked) => {
      const found = await read(...asked);
      if (`/v1/${asked[0].name}` === path) readings.push(JSON.stringify(found).length);
      return found;
    });
    expect((await ask('GET', path)).json<Page>().data).toHaveLength(count);
    expect(readings.length).toBeGreaterThan(1);
    expect(Math.max(...readings)).toBeLessThan(LONGEST_READING);
    jest.restoreAllMocks();
  },
);
