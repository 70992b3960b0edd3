import { connection, issueAbout, newAgent, recordNew, unique } from '../../house/actors';
import { type House, openHouse } from '../../house/house';
import { generalError, type Page } from '../../house/shapes';

/** The agent whose two events are asked for. */
let asked: string;
let house: House;
beforeAll(async () => {
  house = await openHouse();
  const agent = await newAgent(house.admin);
  asked = agent.id;
  const domain = `${unique('queried')}.example.com`;
  for (const path of ['/a', '/b']) await recordNew(agent, connection(domain, { path }));
  await issueAbout(house.admin, domain);
});

const LISTS = ['issues', 'agents', 'events', 'policies', 'tokens', 'webhooks'];

/** What a list is asked for and refuses with 400, and what the answer says would be right. */
async function refused(query: string, right: string, code = 'bad_request'): Promise<void> {
  const answer = await house.admin.get(`/v1/${query}`);
  expect([query, answer.status, answer.body]).toEqual([query, 400, generalError(code)]);
  expect(answer.text).toContain(right);
}

describe('filters are words, and never anything else', () => {
  // proves: api-query-unknown
  test.each([
    '[$ne]=x',
    '[$gt]=',
    '[]=x',
    '[$where]=sleep(1000)',
    '.$ne=x',
    '[__proto__][x]=1',
    '%5B%24ne%5D=x',
  ])('a name with %s is the name of nothing and filters nothing', async (operator) => {
    const all = await house.admin.get<Page<unknown>>(`/v1/events?agent_id=${asked}`);
    expect(all.body.data).toHaveLength(2);
    const path = `/v1/events?agent_id=${asked}&type${operator}&since${operator}&agent_id${operator}`;
    const answer = await house.admin.get(path);
    expect([answer.status, answer.body]).toEqual([200, all.body]);
  });

  test.each([
    '{"$ne":1}',
    '$where',
    '{"$gt":""}',
    '[object Object]',
    "' OR 1=1--",
    '%',
    '.*',
    '\0',
  ])('what cannot be is refused, and %j is found nowhere', async (value) => {
    const word = encodeURIComponent(value);
    await refused(`issues?severity=${word}`, 'severity must be one of critical, high');
    await refused(`issues?verdict=${word}`, 'verdict must be one of detected, blocked');
    await refused(`agents?status=${word}`, 'status must be one of connected, disconnected');
    await refused(`agents?platform=${word}`, 'platform must be one of github_actions');
    for (const query of [
      `agents?cluster=${word}`,
      `events?agent_id=${word}`,
      `events?type=${word}`,
    ]) {
      const answer = await house.admin.get<Page<unknown>>(`/v1/${query}`);
      expect([query, answer.status, answer.body.data]).toEqual([query, 200, []]);
    }
  });

  // proves: api-query-repeated
  test.each([
    ['issues', 'severity=low'],
    ['issues', 'since=2026-01-01T00:00:00Z'],
    ['issues', 'cursor=x'],
    ['agents', 'cluster=a'],
    ['agents', 'limit=1'],
    ['events', 'agent_id=a'],
    ['events', 'type=connect'],
    ['policies', 'limit=1'],
    ['tokens', 'cursor=x'],
    ['webhooks', 'limit=1'],
  ])('%s: what is given twice is refused: %s', async (list, one) => {
    await refused(`${list}?${one}&${one}`, `${one.split('=')[0]} must be given once`);
  });

  // proves: api-query-unknown
  test('thousands of parameters that nobody knows are passed over', async () => {
    const many = Array.from({ length: 1_500 }, (_, i) => `p${i}=1`).join('&');
    expect((await house.admin.get(`/v1/issues?limit=1&${many}`)).status).toBe(200);
    const same = 'p=1&'.repeat(3_000);
    expect((await house.admin.get(`/v1/issues?limit=1&${same}`)).status).toBe(200);
  });
});

describe('numbers and times', () => {
  // proves: api-limit
  test.each([
    '',
    '0',
    '-1',
    '+1',
    '1.0',
    '1e2',
    '0x10',
    '01',
    ' 1',
    '1 ',
    '1\0',
    '1001',
    '9'.repeat(400),
  ])('limit=%.20j is refused by every list', async (limit) => {
    for (const list of LISTS)
      await refused(
        `${list}?limit=${encodeURIComponent(limit)}`,
        'limit must be an integer from 1 to 1000',
      );
  });

  // proves: api-time-zone
  test.each([
    '',
    '0',
    'now',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '1'.repeat(9_000),
  ])('since=%.25j is refused', async (since) => {
    for (const list of ['issues', 'events'])
      await refused(`${list}?since=${encodeURIComponent(since)}`, 'since must be an RFC 3339');
  });

  // proves: api-since-blank
  test('a + that arrived as a blank is told apart', async () => {
    await refused('issues?since=2026-01-01T00:00:00+02:00', 'must be written %2B');
  });
});

describe('cursors', () => {
  /** A cursor of a list that has a second page. */
  const cursorOf = async (path: string): Promise<string> =>
    (await house.admin.get<Page<unknown>>(path)).body.pagination.next_cursor ?? '';

  // proves: api-cursor
  test('one that is no cursor is refused by every list', async () => {
    const forged = [
      ...['', 'x', '%00', 'null', '__proto__', 'A'.repeat(2_000)],
      ...[[], {}, ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', { $gt: '' }, 'c', 'd']].map(
        (parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'),
      ),
    ];
    for (const list of LISTS)
      for (const cursor of forged)
        await refused(`${list}?cursor=${cursor}`, 'pass next_cursor', 'invalid_cursor');
  });

  // proves: api-cursor
  test('one that was cut off, changed or lengthened is refused', async () => {
    const cursor = await cursorOf(`/v1/events?limit=1&agent_id=${asked}`);
    expect(cursor).toMatch(/^[\w-]{40,}$/);
    const middle = Math.floor(cursor.length / 2);
    const flipped = cursor[middle] === 'A' ? 'B' : 'A';
    const changed = cursor.slice(0, middle) + flipped + cursor.slice(middle + 1);
    for (const bad of [cursor.slice(0, -1), cursor.slice(1), changed, `${cursor}A`, `${cursor}%3D`])
      await refused(
        `events?limit=1&agent_id=${asked}&cursor=${bad}`,
        'pass next_cursor',
        'invalid_cursor',
      );
  });

  // proves: api-cursor
  test('one of other filters or another list is refused, and says so', async () => {
    const cursor = await cursorOf(`/v1/events?limit=1&agent_id=${asked}`);
    for (const query of [
      `events?cursor=${cursor}`,
      `events?agent_id=agent_other&cursor=${cursor}`,
      `events?agent_id=${asked}&type=connect&cursor=${cursor}`,
      ...['issues', 'agents', 'policies', 'tokens', 'webhooks'].map((l) => `${l}?cursor=${cursor}`),
    ])
      await refused(query, 'belongs to another list or other filters', 'invalid_cursor');
    const right = await house.admin.get<Page<unknown>>(
      `/v1/events?agent_id=${asked}&cursor=${cursor}`,
    );
    expect([right.status, right.body.data.length]).toEqual([200, 1]);
  });
});
