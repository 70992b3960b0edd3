import { connection, newAgent, record } from '../house/actors';
import type { Client } from '../house/client';
import { type House, openHouse } from '../house/house';
import { exchange, message } from '../house/wire';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** What stands on every answer of a house that is reached by https. */
const STANDING = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const OF_DATA = {
  ...STANDING,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};

type Answered = (admin: Client) => Promise<{ readonly status: number; readonly headers: object }>;

/** A header that is said twice is a list here, and so is not equal. */
// proves: api-browsers
test.each<[number, string, Answered]>([
  [200, 'a list', (admin) => admin.get('/v1/issues')],
  [200, 'the document', (admin) => admin.as(null).get('/v1/openapi.json')],
  [200, 'a page of operations', (admin) => admin.as(null).get('/healthz')],
  [400, 'a bad parameter', (admin) => admin.get('/v1/issues?limit=x')],
  [400, 'a path that cannot be read', (admin) => admin.get('/v1/issues/%zz')],
  [401, 'no token', (admin) => admin.as(null).get('/v1/issues')],
  [404, 'nothing of that name', (admin) => admin.get('/v1/issues/issue_none')],
  [404, 'a path that does not exist', (admin) => admin.get('/nothing')],
  [404, 'a path below /v1 that does not exist', (admin) => admin.get('/v1/nothing')],
  [405, 'another method', (admin) => admin.delete('/v1/issues')],
  [415, 'a body of another kind', (admin) => admin.yaml('POST', '/v1/tokens', 'name: a')],
])(
  '%i: %s is answered with the headers that keep browsers out, once each',
  async (status, _, ask) => {
    const answer = await ask(house.admin);
    expect(answer).toMatchObject({ status, headers: OF_DATA });
  },
);

test('an event is answered with them', async () => {
  const agent = await newAgent(house.admin);
  expect((await record(agent, connection('headers.example'))).headers).toMatchObject(OF_DATA);
});

test.each([
  [400, 'what is no HTTP', ['GET /v1/issues HTTP/1.1', 'Host: a', 'X Y: 1', 'Connection: close']],
  [400, 'CONNECT', ['CONNECT a:443 HTTP/1.1', 'Host: a']],
  [431, 'headers that are too large', ['GET / HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`]],
])('%i: %s is answered with them', async (status, _, lines) => {
  const [answer] = await exchange(house, message([...lines, '']));
  expect(answer).toMatchObject({ status, headers: OF_DATA });
});

describe('/docs', () => {
  const policyOf = (headers: object): ReadonlyMap<string, string> => {
    const { 'content-security-policy': policy = '' } = headers as Record<string, string>;
    return new Map(policy.split('; ').map((part) => [part.split(' ', 1)[0] ?? '', part]));
  };

  // proves: api-browsers
  test('is allowed what it brings itself, and nothing else', async () => {
    const { headers } = await house.admin.as(null).get('/docs');
    expect(headers).toMatchObject(STANDING);
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toBe("default-src 'none'");
    expect(policy.get('script-src')).toBe("script-src 'self'");
    expect(policy.get('style-src')).toBe("style-src 'self'");
    expect(policy.get('connect-src')).toBe("connect-src 'self'");
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect([...policy.values()].join()).not.toMatch(/unsafe|\*|https?:/);
  });

  // proves: api-docs
  test('asks no other host, and has nothing that runs or is styled in place', async () => {
    const { text } = await house.admin.as(null).get('/docs');
    const files = [...text.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\/[\w.-]+$/);
      expect((await house.admin.as(null).get(file)).status).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|javascript:|\/\//);
  });

  test('its script asks for the document of the same house', async () => {
    const { text } = await house.admin.as(null).get('/docs/start.js');
    expect(text).toContain("url: '/v1/openapi.json'");
    expect(text).toContain('validatorUrl: null');
  });
});
