import { newAgent, nextTimestamp, type TestAgent, unique } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { agentError, generalError, type Policy } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const KIB = 1024;

/** JSON of exactly so many bytes: the value with a property that fills it up. */
const filled = (bytes: number, value: object): string => {
  const rest = bytes - JSON.stringify({ ...value, fill: '' }).length;
  return JSON.stringify({ ...value, fill: 'x'.repeat(rest) });
};
const policy = (more: string): string =>
  `name: ${unique('bounds')}\ntype: allow\nrules:\n  - pattern: bounds.example.com\n${more}`;
const create = (text: string) => house.admin.yaml<{ id: string }>('POST', '/v1/policies', text);

describe('how large a body may be, to the byte', () => {
  // proves: api-size-observation, api-type-payload-too-large, api-shape-agents
  test('64 KiB for an observation', async () => {
    const put = (bytes: number) => {
      const metadata = {};
      const observation = { kind: 'k', timestamp: nextTimestamp(), metadata, verdict: 'allowed' };
      return agent.client.put('/v1/events_v2', filled(bytes, observation));
    };
    expect((await put(64 * KIB)).status).toBe(201);
    const refused = await put(64 * KIB + 1);
    expect([refused.status, refused.body]).toEqual([413, agentError('PayloadTooLarge')]);
  });

  // proves: api-size-json, api-code-payload-too-large
  test('256 KiB of JSON elsewhere', async () => {
    const post = (bytes: number) =>
      house.admin.post('/v1/tokens', filled(bytes, { name: 'large' }));
    expect((await post(256 * KIB)).status).toBe(201);
    const refused = await post(256 * KIB + 1);
    expect([refused.status, refused.body]).toEqual([413, generalError('payload_too_large')]);
  });

  // proves: api-size-yaml, api-code-payload-too-large
  test('64 KiB of YAML', async () => {
    const document = policy('# ');
    const text = (bytes: number) => document + 'x'.repeat(bytes - document.length);
    expect((await create(text(64 * KIB))).status).toBe(201);
    const refused = await create(text(64 * KIB + 1));
    expect([refused.status, refused.body]).toEqual([413, generalError('payload_too_large')]);
  });
});

describe('YAML', () => {
  /** A policy as deep as said: the document is the first level, its metadata the second. */
  const deep = (levels: number): string =>
    policy(`metadata: ${'{a: '.repeat(levels - 2)}{}${'}'.repeat(levels - 2)}\n`);

  // proves: api-yaml-depth
  test('is at most 10 levels deep', async () => {
    expect((await create(deep(10))).status).toBe(201);
    const refused = await create(deep(11));
    expect([refused.status, refused.body]).toEqual([400, generalError('invalid_yaml')]);
  });

  // proves: api-yaml-schema
  test.each(['yes', 'no', 'on', '2026-01-31', '2026-01-31T12:00:00Z', '1_000', '12:30:45'])(
    'means by %s a text, as JSON has no other value for it',
    async (word) => {
      const made = await create(policy('').replace(/^name: .*/, `name: ${word}`));
      expect([made.status, made.text]).toEqual([201, expect.any(String)]);
      const { body } = await house.admin.get<Policy>(`/v1/policies/${made.body.id}`);
      expect(body.name).toBe(word);
    },
  );

  // proves: api-yaml-schema
  test.each(['yes', 'no', 'on', 'off'])('does not mean a truth value by %s', async (word) => {
    const { status, body } = await create(policy(`enabled: ${word}\n`));
    expect([status, body]).toEqual([400, generalError('bad_request')]);
  });
});
