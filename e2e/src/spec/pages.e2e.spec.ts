import { request } from 'undici';
import { type House, openHouse } from '../house/house';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

/** As browsers ask for a page. */
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** They are no part of the API document, by which our client judges answers. */
async function get(path: string, headers: Record<string, string> = HTML) {
  const answer = await request(house.baseUrl + path, { headers });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** The scripts and styles that a page begins with. */
async function files(): Promise<readonly string[]> {
  const { text } = await get('/');
  return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
}

const directives = (policy: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(policy)
      .split('; ')
      .map((part) => [part.split(' ', 1)[0] ?? '', part] as const),
  );

// proves: api-pages, api-pages-policy, api-browsers
test('a page of the dashboard runs and shows what this house brings, and nothing inline', async () => {
  const { status, headers, text } = await get('/issues/issue_1');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = directives(headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy.get('style-src') ?? '')?.[1] ?? '';
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "default-src 'none'",
    'script-src': "script-src 'self'",
    'style-src': `style-src 'self' 'nonce-${nonce}'`,
    'img-src': "img-src 'self' data:",
    'connect-src': "connect-src 'self'",
    'base-uri': "base-uri 'none'",
    'form-action': "form-action 'none'",
    'frame-ancestors': "frame-ancestors 'none'",
  });
  expect(headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    ...{ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
  });
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/);
  expect(text).toContain(`nonce="${nonce}"`);
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\bon\w+=|__CSP_NONCE__/);
});

/** Undefined: without `Accept`. */
const accepting = (accept: string | undefined) => (accept === undefined ? {} : { accept });

// proves: api-pages-shown
test.each([undefined, '*/*', 'text/*;q=0.5', 'text/plain, */*'])(
  'who asks for %s, as curl and what watches a house do, is shown the page',
  async (accept) => {
    for (const path of ['/', '/issues', '/issues/issue_1']) {
      const { status, headers, text } = await get(path, accepting(accept));
      expect([status, headers['content-type'], headers['vary']]).toEqual([
        ...[200, 'text/html; charset=utf-8', 'accept, authorization'],
      ]);
      expect(text).toContain('<title>Parapet</title>');
    }
  },
);

// proves: api-pages-shown
test.each([
  { accept: 'application/json' },
  { accept: 'application/json, text/plain, */*' },
  { accept: '*/*', authorization: 'Bearer pp_u_1' },
])(
  'a program that means the API, asking with %j, is told that there is no such path',
  async (asked) => {
    for (const path of ['/', '/issues', '/issues/issue_1']) {
      const { status, headers, text } = await get(path, asked);
      expect([status, headers['vary'], JSON.parse(text)]).toMatchObject([
        ...[404, 'accept, authorization'],
        { error: { code: 'not_found' } },
      ]);
    }
  },
);

// proves: api-pages-unknown
test.each([undefined, '*/*', 'application/json'])(
  'who does not ask for HTML by name, but for %s, is told in JSON that a path is nothing',
  async (accept) => {
    for (const path of ['/nothing', '/issues/a/b', '/v2/issues', '/health']) {
      const { status, headers, text } = await get(path, accepting(accept));
      expect([status, headers['vary'], JSON.parse(text)]).toMatchObject([
        ...[404, 'accept'],
        { error: { code: 'not_found', message: 'There is no such path' } },
      ]);
    }
  },
);

// proves: api-pages-unknown
test.each([
  ...['/nothing', '/issues/a/b', '/index.html', '/v1x', '//v1/issues', '/%3Cscript%3E?a=<b>'],
  ...['/docs/nothing', '/assets/nothing.js', '/%zz', `/issues/${'a'.repeat(200)}`],
])('somebody who opens %s in a browser is shown a page that says there is none', async (path) => {
  const { status, headers, text } = await get(path);
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  const known = await get('/');
  const nonce = /nonce-[^']+/;
  const policy = (of: unknown): string => String(of).replace(nonce, '');
  expect(policy(headers['content-security-policy'])).toBe(
    policy(known.headers['content-security-policy']),
  );
  expect(headers).toMatchObject({
    ...{ vary: 'accept', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  const [said = ''] = nonce.exec(String(headers['content-security-policy'])) ?? [];
  expect(text).toContain(`nonce="${said.slice('nonce-'.length)}"`);
  expect(text).not.toMatch(/nothing|<b>|script%3E|<script>/);
});

test.each(['/docs', '/docs/'])('%s is the page of the API', async (path) => {
  const { status, text } = await get(path);
  expect([status, text]).toEqual([200, expect.stringContaining('<title>Parapet API</title>')]);
});

// proves: api-pages-unknown
test.each([
  ['GET', '/v1'],
  ['GET', '/v1/nothing'],
  ['GET', '/%76%31/nothing'],
  ['GET', `/v1/issues/${'a'.repeat(200)}`],
  ['POST', '/nothing'],
] as const)('%s %s is 404 in the shape of the API in a browser, too', async (method, path) => {
  const answer = await request(house.baseUrl + path, { method, headers: HTML });
  expect([answer.statusCode, await answer.body.json()]).toMatchObject([
    404,
    { error: { code: 'not_found' } },
  ]);
});

test('HEAD of an unknown path is answered as GET is, without the page', async () => {
  const answer = await request(`${house.baseUrl}/nothing`, { method: 'HEAD', headers: HTML });
  expect([answer.statusCode, answer.headers['content-type'], await answer.body.text()]).toEqual([
    ...[404, 'text/html; charset=utf-8', ''],
  ]);
});

// proves: api-pages-policy
test('the word that lets styles through is another in each answer', async () => {
  const policies = await Promise.all(
    Array.from({ length: 5 }, async () => (await get('/')).headers['content-security-policy']),
  );
  expect(new Set(policies).size).toBe(5);
});

// proves: api-pages-files
test('a file is named after what is in it, is kept for ever, and comes compressed to who takes it so', async () => {
  const all = await files();
  expect(all.length).toBeGreaterThan(1);
  for (const file of all) {
    const plain = await get(file);
    expect(plain).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' },
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1, br;q=0', 'gzip'],
    ] as const)
      expect((await get(file, { 'accept-encoding': accepted })).headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
      });
  }
});

test.each([
  '/assets/none.js',
  '/assets/..%2findex.html',
  '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  '/assets/.built-from',
  '/index.html',
  '/.vite/manifest.json',
  '/assets',
])('%s is no file: 404 in the shape of the API, which nobody keeps', async (path) => {
  const { status, headers, text } = await get(path, { accept: '*/*' });
  expect([status, JSON.parse(text)]).toMatchObject([404, { error: { code: 'not_found' } }]);
  expect(headers['cache-control']).toBe('no-store');
});

test.each(['POST', 'PUT', 'DELETE'] as const)(
  '%s of a page is 404: nothing is there to be changed',
  async (method) => {
    const answer = await request(`${house.baseUrl}/issues`, { method, headers: HTML });
    expect([answer.statusCode, await answer.body.json()]).toMatchObject([
      404,
      { error: { code: 'not_found' } },
    ]);
  },
);
