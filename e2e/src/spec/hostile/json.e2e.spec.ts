import { gzipSync } from 'node:zlib';
import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  nextTimestamp,
  record,
  recordNew,
  type TestAgent,
  unique,
} from '../../house/actors';
import type { Asked } from '../../house/client';
import { type House, openHouse } from '../../house/house';
import { agentError, generalError, type ListedEvent } from '../../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

/** In the name of everything that must not be made. */
const MARK = unique('hostile');
const text = (body: string | Buffer): Buffer => Buffer.from(body);
const event = (metadata: string): string =>
  `{"kind":"${MARK}","timestamp":"${nextTimestamp()}","verdict":"detected","metadata":${metadata}}`;

/** Sends the bytes to a route of each shape of errors, also compressed, and expects each to refuse them in its own. */
async function refusedEverywhere(body: Buffer, reason: RegExp): Promise<void> {
  const headers = { 'content-encoding': 'gzip' };
  const packed: Asked = {
    ...{ method: 'POST', path: '/v1/integrations/falco', body: gzipSync(body), headers },
  };
  const answers = [
    await agent.client.send({ method: 'PUT', path: '/v1/events_v2', body }),
    await agent.client.send({ method: 'POST', path: '/v1/agent_heartbeat', body }),
    await agent.client.send(packed),
    await house.admin.send({ method: 'POST', path: '/v1/agents', body }),
    await house.admin.send({ method: 'POST', path: '/v1/tokens', body }),
    await house.admin.send({ method: 'POST', path: '/v1/policies', body }),
  ];
  const shapes = [
    ...Array.from({ length: 3 }, () => agentError('InvalidEvent')),
    { error: expect.any(String) as string },
    ...[generalError('bad_request'), generalError('bad_request')],
  ];
  expect(answers.map(({ status, body: said }) => [status, said])).toEqual(
    shapes.map((shape) => [400, shape]),
  );
  for (const answer of answers) expect(answer.text).toMatch(reason);
}

describe('what is no JSON is refused by every route, in its shape, with the reason', () => {
  // proves: spec-7-400, spec-7-three-shapes, api-shape-general, api-shape-agent-creation, api-shape-agents
  test.each<[string, string | Buffer, RegExp]>([
    ['cut off', `{"name":"${MARK}","os":`, /Unexpected end/],
    ['cut off in a text', `{"name":"${MARK}`, /Unterminated string/],
    ['cut off in an escape', `{"name":"${MARK}\\u00`, /Bad Unicode escape|Unterminated/],
    ['more than one value', `{"name":"${MARK}"}{}`, /after JSON/],
    ['in single quotes', `{'name':'${MARK}'}`, /property name/],
    ['with a comment', `{"name":"${MARK}"/**/}`, /Expected/],
    ['with a comma too many', `{"name":"${MARK}",}`, /property name/],
    ['with NaN', `{"name":"${MARK}","os":NaN}`, /Unexpected token/],
    ['with a number that begins with 0', `{"name":"${MARK}","os":01}`, /Unexpected number|after/],
    ['with a line break in a text', `{"name":"${MARK}\n"}`, /control character/],
    ['with NUL in a text', `{"name":"${MARK}\0"}`, /control character/],
    ['a NUL', '\0', /not valid JSON/],
    ['blanks', '  \r\n\t ', /Unexpected end/],
    ['with a byte order mark', `\ufeff{"name":"${MARK}"}`, /byte order mark/],
    ['UTF-16', Buffer.from(`{"name":"${MARK}"}`, 'utf16le'), /not valid JSON/],
    ['with a byte that is no UTF-8', Buffer.from('{"name":"\xff"}', 'latin1'), /UTF-8/],
    ['with / in two bytes', Buffer.from('{"name":"\xc0\xaf"}', 'latin1'), /UTF-8/],
    ['with half a surrogate pair in bytes', Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1'), /UTF-8/],
    ['with a character beyond Unicode', Buffer.from('"\xf4\x90\x80\x80"', 'latin1'), /UTF-8/],
    ['60,000 brackets', '['.repeat(60_000), /at most 64 levels/],
    ['60,000 objects', '{"a":'.repeat(12_000), /at most 64 levels/],
    ['with a property __proto__', `{"__proto__":{"name":"${MARK}"}}`, /__proto__/],
    ['with one in escapes', `{"\\u005f_proto__":{"name":"${MARK}"}}`, /__proto__/],
    ['with a deep one', `{"name":"${MARK}","a":[{"__proto__":1}]}`, /__proto__/],
  ])('%s', async (_, body, reason) => {
    await refusedEverywhere(text(body), reason);
  });
});

describe('media', () => {
  // proves: api-media
  test.each([
    ...['text/plain', 'application/json5', 'application/vnd.api+json', 'application/xml', ';;'],
    ...['application/json, text/plain', 'multipart/form-data; boundary=a', 'application/jsonx'],
    ...['application/json; charset=utf-16', 'application/json;charset="ISO-8859-1"'],
  ])('%s is 415 and says what is taken', async (type) => {
    const sent: Asked = { method: 'POST', path: '/v1/tokens', body: `{"name":"${MARK}"}`, type };
    const user = await house.admin.send(sent);
    expect([user.status, user.body]).toEqual([415, generalError('unsupported_media_type')]);
    expect(user.text).toMatch(/send application\/json|encode its text as UTF-8/);
    const path = '/v1/events_v2';
    const observed = await agent.client.send({ method: 'PUT', path, body: event('{}'), type });
    expect([observed.status, observed.body]).toEqual([415, agentError('InvalidEvent')]);
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])(
    'a body in %s is 415',
    async (coding) => {
      const headers = { 'content-encoding': coding };
      const path = '/v1/events_v2';
      const sent: Asked = { method: 'PUT', path, body: event('{}'), headers };
      const answer = await agent.client.send(sent);
      expect([answer.status, answer.body]).toEqual([415, agentError('InvalidEvent')]);
      expect(answer.text).toContain('not compressed');
    },
  );

  test.each([
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset="UTF-8"',
  ])('%s is JSON', async (type) => {
    const body = connection(`${unique('media')}.example.com`);
    const answer = await agent.client.send({ method: 'PUT', path: '/v1/events_v2', body, type });
    expect(answer.status).toBe(201);
  });
});

describe('bounds', () => {
  const wide = (keys: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i])));
  // proves: api-metadata-bounds
  test.each([
    ['257 keys', () => wide(257), 'more than 256 keys'],
    ['nine levels of objects', () => `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`, '8 levels'],
    ['nine levels of lists', () => `{"a":${'['.repeat(8)}${']'.repeat(8)}}`, '8 levels'],
    ['a number beyond all numbers', () => '{"n":[1e400]}', 'beyond 1.8e308'],
    ['a number of 400 digits', () => `{"n":-${'9'.repeat(400)}}`, 'beyond 1.8e308'],
  ])('metadata with %s is refused', async (_, metadata, reason) => {
    const answer = await record(agent, event(metadata()));
    expect([answer.status, answer.body]).toEqual([400, agentError('InvalidEvent')]);
    expect(answer.text).toContain(reason);
  });

  // proves: api-size-observation, api-size-json, api-size-yaml
  test.each<[string, () => Asked, number]>([
    ['an observation', () => ({ method: 'PUT', path: '/v1/events_v2' }), 65_536],
    ['a heartbeat', () => ({ method: 'POST', path: '/v1/agent_heartbeat' }), 262_144],
    ['a token', () => ({ method: 'POST', path: '/v1/tokens' }), 262_144],
    ['an agent', () => ({ method: 'POST', path: '/v1/agents' }), 262_144],
  ])('%s of one byte too much is 413 and says how much is taken', async (_, asked, limit) => {
    const isAgents = /events_v2|heartbeat/.test(asked().path);
    const client = isAgents ? agent.client : house.admin;
    const answer = await client.send({ ...asked(), body: ' '.repeat(limit + 1) });
    const shape = isAgents ? agentError('PayloadTooLarge') : generalError('payload_too_large');
    expect([answer.status, answer.body]).toEqual([413, shape]);
    expect(answer.text).toContain(`at most ${limit / 1024} KiB`);
  });
});

describe('what is JSON although it is odd is kept as it is', () => {
  const kept = async (metadata: string): Promise<unknown> => {
    const sent = event(metadata).replace(MARK, 'odd');
    const id = await recordNew(agent, sent);
    expect((await record(agent, sent)).status).toBe(202);
    return (await house.admin.get<ListedEvent>(`/v1/events/${id}`)).body.metadata;
  };
  test.each([
    [
      'names of what every object has',
      '{"constructor":{"prototype":{"x":1}},"toString":1,"then":2}',
    ],
    ['names that databases read as operators', '{"$where":"1","$ne":{"$gt":""},"a.b.c":1,"_id":2}'],
    ['NUL in names and texts', '{"a\\u0000b":"\\u0000"}'],
    ['halves of surrogate pairs', '{"a":"\\ud800","\\udfff":[1]}'],
    ['control characters and marks of direction', '{"a":"\\u001b[2J\\r\\n\\u2028\\u202e\\u0085"}'],
    ['an empty name', '{"":{"":0}}'],
    ['the smallest and the largest number', '{"a":5e-324,"b":1.7976931348623157e308,"c":-0.0}'],
    ['a list of 20,000', `{"a":[${'1,'.repeat(20_000)}1]}`],
  ])('%s', async (_, metadata) => {
    expect(JSON.stringify(await kept(metadata)).length).toBeGreaterThan(5);
    const sorted = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(await kept(metadata)).toEqual(sorted(JSON.parse(metadata)));
  });

  test.each([
    ['a\0b', 'cannot be a name in a database'],
    ['_bsontype', 'a driver takes for the mark of a type'],
    ['$ref', 'a driver takes for a reference'],
  ])(
    'with the name %j, which %s, it is an issue that is listed, with what was sent',
    async (name) => {
      const domain = `${unique('named')}.example.com`;
      const sent = { [name]: 'x', below: [{ [name]: { $id: 1 } }] };
      await recordNew(agent, connection(domain, sent));
      const { id } = await issueAbout(house.admin, domain);
      const { evidence } = await issueInFull(house.admin, id);
      expect(evidence).toMatchObject([{ metadata: sent }]);
    },
  );

  test('of a property that comes twice the last one counts, for the list and for detection', async () => {
    const [first, last] = [unique('first'), unique('last')].map((name) => `${name}.example.com`);
    const metadata = `{"destination":"${first}","destination":"${last}","port":443}`;
    const body = event(metadata).replace(MARK, 'dropped","kind":"network_connection');
    const id = await recordNew(agent, body);
    const listed = await house.admin.get<ListedEvent>(`/v1/events/${id}`);
    expect(listed.body).toMatchObject({
      kind: 'network_connection',
      metadata: { destination: last },
    });
    expect(listed.text).not.toContain(first);
    expect((await issueAbout(house.admin, last ?? '')).details).toMatchObject({ domain: last });
  });

  test.each(['/v1/tokens', '/v1/agents', '/v1/webhooks'])(
    '%s refuses half of a surrogate pair, which would be another text when it is read',
    async (path) => {
      const body = `{"name":"${MARK}\\ud800","os":"linux","kind":"vanilla","url":"https://a.example"}`;
      const answer = await house.admin.send({ method: 'POST', path, body });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('half of a surrogate pair');
    },
  );

  test.each([
    ['a NUL in a name', '{"a\\u0000b":1}', 400],
    ['a number beyond all numbers', '{"n":1e400}', 400],
    ['names that databases read as operators', '{"$where":"1","$ne":{"$gt":""},"a.b":1}', 201],
    ['names that drivers take for theirs', '{"_bsontype":"x","a":{"$ref":"b.c","$id":1}}', 201],
  ])('metadata of a policy with %s: %#', async (_, metadata, status) => {
    const rules = '[{"pattern":"kept.example.com"}]';
    const body = `{"name":"odd","type":"allow","rules":${rules},"metadata":${metadata}}`;
    const sent: Asked = { method: 'POST', path: '/v1/policies', body };
    const answer = await house.admin.send<{ id: string }>(sent);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    if (status !== 201) return;
    const path = `/v1/policies/${answer.body.id}`;
    const read = await house.admin.get<{ metadata: unknown }>(path);
    expect(read.body.metadata).toEqual(JSON.parse(metadata));
    await house.admin.delete(path);
  });
});

test('nothing of what was refused was kept', async () => {
  for (const list of [`events?type=${MARK}`, 'tokens?limit=1000', 'agents', 'policies', 'webhooks'])
    expect((await house.admin.get(`/v1/${list}`)).text).not.toContain(MARK);
});
