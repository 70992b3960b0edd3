import { bearer, type Headers, pathOf } from '../house/access-matrix';
import { accessTable, nameOf, type RouteRow } from '../house/access-table';
import { type Credentials, everyCredential } from '../house/credentials';
import { openOwnHouse, type OwnHouse } from '../house/house';

let house: OwnHouse;
let closed: readonly RouteRow[];
let credentials: Credentials;
beforeAll(async () => {
  house = await openOwnHouse({ env: { RATE_LIMIT: 'on' } });
  closed = (await accessTable(house.admin)).filter(({ caller }) => caller !== 'anyone');
  credentials = await everyCredential(house.admin);
});

const [USER, EVENTS, AGENT, REFUSED] = ['1000', '100', '360000', '100'];

const limitOf = ({ caller, path }: RouteRow): string | undefined => {
  if (caller === 'agent') return AGENT;
  return path === '/v1/events' ? EVENTS : USER;
};

test.each<[number, string, (row: RouteRow) => Headers, (row: RouteRow) => string | undefined]>([
  [401, 'no token', () => ({}), () => REFUSED],
  [403, 'the permission', ({ caller }) => bearer(credentials.lacking[caller]), limitOf],
])('a %i for want of %s counts, and says so, on every route', async (status, _, headers, limit) => {
  const now = Date.now() / 1000;
  for (const row of closed.filter(
    ({ caller }) => status === 401 || !['agent', 'user'].includes(caller),
  )) {
    const { method } = row;
    const answer = await house.admin.as(null).send({
      ...{ method, path: pathOf(row), headers: headers(row) },
    });
    const said = answer.headers;
    expect([nameOf(row), answer.status, said['x-ratelimit-limit']]).toEqual([
      ...[nameOf(row), status, limit(row)],
    ]);
    expect(Number(said['x-ratelimit-remaining'])).toBeLessThan(Number(limit(row)));
    expect(Number(said['x-ratelimit-reset'])).toBeGreaterThan(now);
    expect(said['ratelimit']).toMatch(/^"\w+";r=\d+;t=\d+/);
    expect(said['ratelimit-policy']).toMatch(/^"\w+";q=\d+;w=\d+/);
  }
});
