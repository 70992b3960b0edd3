import { unique } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { ISO } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const agent = (more: object = {}): object => ({
  ...{ name: unique('agent'), os: 'linux', kind: 'kubernetes' },
  ...more,
});
const labels = (key: string, value: string): object => agent({ labels: { [key]: value } });
const create = (body: unknown) => house.admin.post('/v1/agents', body);

describe('4. POST /v1/agents', () => {
  // proves: spec-4-create-agent-response, spec-4-create-agent-no-policies, spec-4-create-agent-type, api-post-agent
  test('answers 201 with id, token and created_at, never to be cached', async () => {
    const answer = await create(agent());
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^agent_[A-Za-z0-9_-]+$/),
        token: expect.stringMatching(/^pp_a_[A-Za-z0-9]{38}$/),
        created_at: expect.stringMatching(ISO),
      },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  // proves: spec-4-create-agent-response
  test('every agent has an id and a token of its own', async () => {
    const same = agent();
    const [one, two] = [await create(same), await create(same)];
    expect(one.text).not.toBe(two.text);
  });

  // proves: spec-4-create-agent-kind, api-agent-kinds
  test.each(['github', 'github_actions', 'kubernetes', 'vanilla', 'host'])(
    'kind may be %s',
    async (kind) => expect((await create(agent({ kind }))).status).toBe(201),
  );

  // proves: spec-4-create-agent-ip, api-creation-ip
  test.each(['192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7'])('ip may be %s', async (ip) => {
    expect((await create(agent({ ip }))).status).toBe(201);
  });

  // proves: spec-4-create-agent-labels-64, spec-8-labels
  test('labels: at most 64', async () => {
    const many = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 'v']));
    expect((await create(agent({ labels: many(64) }))).status).toBe(201);
    const answer = await create(agent({ labels: many(65) }));
    expect([answer.status, answer.body]).toEqual([400, { error: 'too many labels' }]);
  });

  // proves: spec-4-create-agent-labels, spec-4-create-agent-labels-key, spec-4-create-agent-labels-value,
  // proves: spec-8-labels
  test('labels: key length at most 63, value length at most 1024', async () => {
    expect((await create(labels('k'.repeat(63), 'v'.repeat(1024)))).status).toBe(201);
  });

  // proves: api-unknown-ignored
  test('unknown properties are ignored', async () => {
    expect((await create(agent({ colour: 'red' }))).status).toBe(201);
  });

  // proves: api-creation-key
  test('one character is a key, and an empty set of labels is taken', async () => {
    expect((await create(labels('k', 'v'))).status).toBe(201);
    expect((await create(agent({ labels: {} }))).status).toBe(201);
  });
});

describe('4. POST /v1/agents, what is refused: 400 {error: <string>}, first failing group wins', () => {
  const L64 = 'k'.repeat(64);
  // proves: spec-4-create-agent-name, spec-4-create-agent-os, spec-4-create-agent-ip, spec-4-create-agent-kind,
  // proves: spec-4-create-agent-labels-key, spec-4-create-agent-labels-value, spec-4-create-agent-errors,
  // proves: spec-4-create-agent-label-key-error, spec-4-create-agent-os-error, spec-7-agent-creation, spec-8-labels,
  // proves: api-shape-agent-creation, api-creation-order, api-creation-bytes, api-creation-key, api-creation-value
  test.each<[string, object]>([
    ['invalid agent kind', { name: 'n', os: 'linux' }],
    ['invalid agent kind', { name: 'n', os: 'linux', kind: 'mainframe' }],
    ['invalid agent kind', { name: 'n', os: 'linux', kind: 'Kubernetes' }],
    ['invalid agent kind', { kind: 'mainframe', ip: 'x', labels: { '-': '' } }],
    ['invalid agent: name is required', { os: 'linux', kind: 'host' }],
    ['invalid agent: name is required', { name: '', os: 'linux', kind: 'host' }],
    ['invalid agent: os is required', { name: 'n', kind: 'host' }],
    ['invalid agent: os is required', { name: 'n', os: '', kind: 'host' }],
    ['invalid agent: invalid ip', { name: 'n', os: 'linux', kind: 'host', ip: '192.0.2.256' }],
    ['invalid agent: invalid ip', { name: 'n', os: 'linux', kind: 'host', ip: '192.0.2.1/24' }],
    ['invalid agent: invalid ip', { name: 'n', os: 'linux', kind: 'host', ip: 'localhost' }],
    ['invalid agent: name is required,os is required', { kind: 'host' }],
    ['invalid agent: name is required,os is required,invalid ip', { kind: 'host', ip: 'x' }],
    ['invalid agent: os is required,invalid ip', { name: 'n', kind: 'host', ip: 'x' }],
    ['invalid agent: os is required', { name: 'n', kind: 'host', labels: { '-': '' } }],
    ['label key exceeds maximum length', labels(L64, 'v')],
    ['label key exceeds maximum length', labels('é'.repeat(32), 'v')],
    ['invalid label key format', labels('-a', 'v')],
    ['invalid label key format', labels('a-', 'v')],
    ['invalid label key format', labels('a b', 'v')],
    ['invalid label key format', labels('', 'v')],
    ['invalid label key format', labels('a.b', 'v')],
    ['invalid label key format', labels('é', 'v')],
    ['invalid label key format', labels('a\n', 'v')],
    ['invalid label key format', labels('-a', 'v'.repeat(1025))],
    ['label value exceeds maximum length', labels('k', 'v'.repeat(1025))],
    ['label value exceeds maximum length', labels('k', 'é'.repeat(513))],
    ['invalid label value format', labels('k', '')],
    ['invalid label value format', labels('k', '-v')],
    ['invalid label value format', labels('k', ' v')],
    ['invalid label value format', labels('k', 'a:b')],
    ['invalid label value format', labels('k', 'v\n')],
  ])('%s: %j', async (error, body) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  // proves: api-creation-order
  test('too many labels is said before any of them is looked at', async () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`-${i}`, '']));
    expect((await create(agent({ labels: many }))).body).toEqual({ error: 'too many labels' });
  });

  // proves: spec-4-create-agent-labels, spec-4-create-agent-errors
  test.each([
    ['a list', []],
    ['a text', '"agent"'],
    ['null', 'null'],
    ['not JSON', '{"name":'],
    ['nothing', undefined],
    ['a name that is a number', agent({ name: 7 })],
    ['an os that is a list', agent({ os: ['linux'] })],
    ['an ip that is a number', agent({ ip: 3221225985 })],
    ['labels that are a list', agent({ labels: ['a'] })],
    ['labels that are null', agent({ labels: { a: null } })],
    ['a label that is a number', agent({ labels: { a: 1 } })],
    ['a label that is an object', agent({ labels: { a: {} } })],
    ['a kind that is an object', agent({ kind: { $ne: 'x' } })],
  ])('%s answers 400 {error: <string>}', async (_, body) => {
    const answer = await create(body);
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringMatching(/\S/) }]);
  });

  // proves: api-shape-general
  test('every other status has the general form', async () => {
    const answer = await house.admin.as('wrong').post('/v1/agents', agent());
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: { code: 'unauthorized', message: expect.any(String), details: expect.any(String) } },
    ]);
  });
});
