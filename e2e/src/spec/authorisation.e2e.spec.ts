import {
  answersOf,
  bearer,
  expected,
  forbidden,
  type Headers,
  passed,
  type Sent,
  takesBody,
  twice,
  unauthorized,
} from '../house/access-matrix';
import { accessTable, type RouteRow } from '../house/access-table';
import { type Credentials, everyCredential, newUserToken } from '../house/credentials';
import { type House, openHouse } from '../house/house';
import { signedIn } from '../house/session';

let house: House;
let rows: readonly RouteRow[];
let credentials: Credentials;
beforeAll(async () => {
  house = await openHouse();
  rows = await accessTable(house.admin);
  credentials = await everyCredential(house.admin);
});

const closed = (): readonly RouteRow[] => rows.filter(({ caller }) => caller !== 'anyone');
/** Which need a permission. */
const guarded = (): readonly RouteRow[] => ofUsers().filter(({ caller }) => caller !== 'user');
const ofUsers = (): readonly RouteRow[] => closed().filter(({ caller }) => caller !== 'agent');
const ofAgents = (): readonly RouteRow[] => closed().filter(({ caller }) => caller === 'agent');
const answers = (routes: readonly RouteRow[], sent: (row: RouteRow) => Sent) =>
  answersOf(house.admin.as(null), routes, sent);
const lacking = ({ caller }: RouteRow): Headers => bearer(credentials.lacking[caller]);

describe('every route of the API document', () => {
  // proves: spec-4-user-token, spec-4-agent-token, spec-7-401, api-user-token, api-www-authenticate,
  // proves: api-shape-agents-401, api-no-token
  test('those that need a token: no token is 401', async () => {
    expect(closed().length).toBeGreaterThan(30);
    expect(await answers(closed(), () => ({}))).toEqual(expected(closed(), unauthorized));
  });

  const unknown = {
    user: 'pp_u_000000000000000000000000000000001xvSm3',
    agent: 'pp_a_0000000000000000000000000000000042m1Z2',
  };
  const badChecksum = (token: string | undefined): string =>
    `${token}`.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const kindOf = ({ caller }: RouteRow): 'user' | 'agent' =>
    caller === 'agent' ? 'agent' : 'user';

  // proves: spec-5-bearer, spec-5-unauthorized-events, spec-7-general, spec-7-401, api-code-unauthorized,
  // proves: api-token-checksum
  test.each<[string, (row: RouteRow) => Headers]>([
    ['an empty one', () => ({ authorization: '' })],
    ['the scheme without a token', () => ({ authorization: 'Bearer' })],
    ['garbage', () => bearer('garbage')],
    ['512 characters of garbage', () => bearer('g'.repeat(512))],
    [
      'one that differs in its checksum',
      ({ caller }) => bearer(badChecksum(credentials.right[caller])),
    ],
    ['one well-formed that nobody has', (row) => bearer(unknown[kindOf(row)])],
    [
      'the right one under another scheme',
      ({ caller }) => ({ authorization: `Basic ${credentials.right[caller]}` }),
    ],
    [
      'the right one as the password of Basic',
      ({ caller }) => ({
        authorization: `Basic ${Buffer.from(`:${credentials.right[caller]}`).toString('base64')}`,
      }),
    ],
    [
      'the right one without a scheme',
      ({ caller }) => ({ authorization: `${credentials.right[caller]}` }),
    ],
    [
      'the right one with a word behind it',
      ({ caller }) => bearer(`${credentials.right[caller]} x`),
    ],
    [
      'the right one in another header',
      ({ caller }) => ({ 'x-api-key': `${credentials.right[caller]}` }),
    ],
    [
      'the right one in a cookie',
      ({ caller }) => ({ cookie: `token=${credentials.right[caller]}` }),
    ],
  ])('the token is %s: 401', async (_, headers) => {
    const sent = (row: RouteRow): Sent => ({ headers: headers(row) });
    expect(await answers(closed(), sent)).toEqual(expected(closed(), unauthorized));
  });

  test('the token is in the query, where it is no token: 401', async () => {
    const sent = ({ caller }: RouteRow): Sent => ({
      query: `?token=${credentials.right[caller]}&access_token=${credentials.right[caller]}`,
    });
    expect(await answers(closed(), sent)).toEqual(expected(closed(), unauthorized));
  });

  // proves: spec-5-expired-or-revoked, spec-7-401
  test.each(['expired', 'revoked'] as const)('the token is %s: 401', async (fate) => {
    const sent = (): Sent => ({ headers: bearer(credentials[fate]) });
    expect(await answers(ofUsers(), sent)).toEqual(expected(ofUsers(), unauthorized));
  });

  // proves: api-delete-agent, api-rotate-agent
  test.each(['rotated', 'deleted'] as const)('the agent was %s: 401', async (fate) => {
    const sent = (): Sent => ({ headers: bearer(credentials[fate]) });
    expect(await answers(ofAgents(), sent)).toEqual(expected(ofAgents(), unauthorized));
  });

  // proves: spec-4-user-token, spec-5-agent-token, api-user-token, api-agent-token, api-token-kind
  test('an agent on the routes of users, a user on those of agents: 401', async () => {
    const sent = ({ caller }: RouteRow): Sent => ({
      headers: bearer(caller === 'agent' ? house.adminToken : credentials.right['agent']),
    });
    expect(await answers(closed(), sent)).toEqual(expected(closed(), unauthorized));
  });

  // proves: spec-7-403, api-permissions, api-permission-missing, api-code-forbidden
  test('the token has every permission but the one that is needed: 403 names it', async () => {
    const sent = (row: RouteRow): Sent => ({ headers: lacking(row) });
    expect(await answers(guarded(), sent)).toEqual(expected(guarded(), forbidden));
  });

  // proves: api-duplicate-headers
  test('the right token twice: 400, also where none is needed', async () => {
    const sent = ({ caller }: RouteRow): Sent => {
      const token = `Bearer ${credentials.right[caller] ?? house.adminToken}`;
      return { headers: { authorization: [token, token] } };
    };
    expect(await answers(rows, sent)).toEqual(expected(rows, twice));
  });

  // proves: spec-4-user-token, spec-4-agent-token, spec-5-bearer, api-user-token, api-agent-token, api-permissions
  test.each([
    ['Bearer', 'Bearer'],
    ['bearer', 'bearer'],
    ['BEARER', 'BEARER'],
  ])('the right token passes, its scheme written %s', async (_, scheme) => {
    const sent = ({ caller }: RouteRow): Sent => ({
      headers: { authorization: `${scheme} ${credentials.right[caller]}` },
    });
    expect(await answers(rows, sent)).toEqual(expected(rows, passed));
  });

  // proves: api-permissions, api-admin-token
  test('admin passes wherever a user may', async () => {
    const sent = (): Sent => ({ headers: bearer(house.adminToken) });
    expect(await answers(ofUsers(), sent)).toEqual(expected(ofUsers(), passed));
  });

  // proves: api-session
  test('who has signed in may what the token may, without it', async () => {
    const sessions = new Map<string, Headers>();
    const others = ofUsers().filter(({ path }) => path !== '/v1/session');
    for (const caller of new Set(others.map((row) => row.caller)))
      sessions.set(caller, await signedIn(house.admin.as(credentials.right[caller] ?? '')));
    const sent = ({ caller }: RouteRow): Sent => ({ headers: sessions.get(caller) ?? {} });
    expect(await answers(others, sent)).toEqual(expected(others, passed));
    const session = await signedIn(house.admin);
    expect(await answers(ofAgents(), () => ({ headers: session }))).toEqual(
      expected(ofAgents(), unauthorized),
    );
  });

  // proves: api-no-token
  test('where no token is needed, a bad one does not matter', async () => {
    const open = rows.filter(({ caller }) => caller === 'anyone');
    expect(await answers(open, () => ({ headers: bearer('bad') }))).toEqual(expected(open, passed));
  });

  test('HEAD needs what GET needs', async () => {
    const gets = guarded().filter(({ method }) => method === 'GET');
    const heads = gets.map((row) => ({ ...row, method: 'HEAD' }) as const);
    for (const [headers, status] of [
      [bearer('bad'), 401],
      [bearer(credentials.right['agent']), 401],
      [bearer((await newUserToken(house.admin, { permissions: ['tokens:write'] })).token), 403],
    ] as const) {
      const all = await answers(heads, () => ({ headers }));
      expect(new Set(Object.values(all).map(([answered]) => answered))).toEqual(new Set([status]));
    }
  });
});

describe('who is asking is known before anything else is looked at', () => {
  const bad: [string, Sent][] = [
    ['no JSON', { body: '{{{' }],
    ['of a media type that nobody takes', { body: 'x', type: 'text/plain' }],
    ['of no media type at all', { body: 'x', type: 'nonsense' }],
    ['larger than anybody takes', { body: JSON.stringify({ name: 'x'.repeat(300_000) }) }],
    ['no UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['too deep', { body: '['.repeat(1_000) }],
  ];

  test.each(bad)('a body that is %s: 401 without a token', async (_, sent) => {
    const writing = closed().filter(takesBody);
    expect(writing.length).toBeGreaterThan(10);
    expect(await answers(writing, () => sent)).toEqual(expected(writing, unauthorized));
  });

  test.each(bad)('a body that is %s: 403 without the permission', async (_, sent) => {
    const writing = guarded().filter(takesBody);
    const asked = (row: RouteRow): Sent => ({ ...sent, headers: lacking(row) });
    expect(await answers(writing, asked)).toEqual(expected(writing, forbidden));
  });

  test('a bad query: 401 without a token, 403 without the permission', async () => {
    const query = '?limit=0&limit=x&cursor=bad&since=yesterday';
    expect(await answers(closed(), () => ({ query }))).toEqual(expected(closed(), unauthorized));
    const asked = (row: RouteRow): Sent => ({ query, headers: lacking(row) });
    expect(await answers(guarded(), asked)).toEqual(expected(guarded(), forbidden));
  });
});
