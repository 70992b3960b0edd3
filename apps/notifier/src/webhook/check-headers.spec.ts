import { headersMistake } from './check-headers';

const SECRET = 's3cret-of-somebody';

test.each([
  {},
  { Authorization: 'Bearer abc', 'X-Api-Key': 'k' },
  { 'x-quoted': 'a "b"\t, c; d=e' },
  { constructor: 'a', toString: 'b' },
  { [`x-${'n'.repeat(62)}`]: 'v'.repeat(1024) },
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, 'v'])),
])('%j are headers', (sent) => expect(headersMistake(sent)).toBeNull());

const OBJECT = 'headers must be an object of names and values; {} is none';
const VALUE =
  'headers: the value of x-key must be 1 to 1024 visible ASCII characters, with blanks and tabs only between them';
const NAME = 'headers: a name is 1 to 64 letters, digits and any of ';

test.each<readonly [sent: unknown, sentence: string]>([
  [null, OBJECT],
  [[], OBJECT],
  ['x-key: v', OBJECT],
  [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, 'v'])), 'at most 20'],
  ...['', ' v', 'v ', 'v\t', 'v\r\nhost: a', 'v\nx: y', 'v\0', 'v\x7f', 'vé', 'v\u2028', 'v\ud800']
    .concat('v'.repeat(1025))
    .map((value) => [{ 'x-key': value }, VALUE] as const),
  ...[5, null, ['v'], { v: 'v' }].map((value) => [{ 'x-key': value }, VALUE] as const),
  ...['', 'x key', 'x:', ':authority', 'x\r\nhost', 'x\0', 'é', '"x"', 'n'.repeat(65)].map(
    (name) => [{ [name]: 'v' }, NAME] as const,
  ),
  [{ 'X-Key': 'a', 'x-key': 'b' }, 'headers: x-key is given twice, in upper and lower case'],
  [{ 'x-key': 'a', 'X-Key': 'b' }, 'headers: X-Key is given twice, in upper and lower case'],
])('%j are refused: %s', (sent, sentence) => expect(headersMistake(sent)).toContain(sentence));

test.each([
  ...['content-type', 'Content-Length', 'CONTENT-ENCODING', 'user-agent', 'Accept-Encoding'],
  ...['webhook-id', 'Webhook-Signature', 'webhook-anything', 'X-Service-Signature'],
  ...['x_service_signature', 'Webhook.Timestamp', 'x-parapet-anything', 'Host', 'x-forwarded-for'],
  ...['Connection', 'Transfer-Encoding', 'transfer_encoding', 'TE', 'trailer', 'upgrade', 'expect'],
  ...['keep-alive', 'Proxy-Authorization', 'proxy-connection', 'http2-settings', 'cookie'],
  ...['forwarded', 'via', 'x-real-ip', 'x-http-method-override', 'x-original-url', 'x-rewrite-url'],
  ...['Client-IP', 'x-client-ip', 'True-Client-IP', 'X-Cluster-Client-IP', 'Fastly-Client-IP'],
  ...['Remote-Addr', 'x-remote-ip', 'CF-Connecting-IP', 'cf-connecting-ipv6', 'x-originating-ip'],
  ...['X-Envoy-External-Address', 'x-appengine-user-ip', 'X-Azure-ClientIP', 'x-method-override'],
  ...['X-Host', 'Cookie2', 'Set-Cookie', 'set-cookie2'],
  ...['Metadata-Flavor', 'metadata', 'X-aws-ec2-metadata-token', 'X-Google-Metadata-Request'],
])('%s cannot be given', (name) =>
  expect(headersMistake({ [name]: 'v' })).toContain(`headers: ${name} cannot be given: `),
);

test.each([
  ...['hosts', 'x-te', 'contentious', 'accept', 'x-webhook-token', 'metadata-of-mine'],
  ...['client-ip-list', 'x-client-id'],
])('%s can be given', (name) => expect(headersMistake({ [name]: 'v' })).toBeNull());

test('no sentence repeats a value, or a name that may be one', () => {
  for (const sent of [{ 'x-key': `${SECRET}\n` }, { [`${SECRET} `]: 'v' }, { host: SECRET }])
    expect(headersMistake(sent)).not.toContain(SECRET);
});
