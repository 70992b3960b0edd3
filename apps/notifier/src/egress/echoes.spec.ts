import { withoutEchoes } from './echoes';
import { safeText } from './safe-text';

const KEY = `a+b/c&d<e>f"g'h==`;
const HEADERS = {
  authorization: `Bearer ${KEY}`,
  'webhook-signature': 'v1,q/0+Kf9zZ5Lw=',
  'webhook-id': 'delivery_1',
};

test.each([
  ['as JSON of PHP has it', String.raw`a+b\/c&d<e>f\"g'h==`],
  ['as JSON of .NET has it', String.raw`a\u002Bb/c\u0026d\u003Ce\u003Ef\u0022g\u0027h==`],
  ['as JSON of Gson has it', String.raw`a+b/c\u0026d\u003ce\u003ef\"g\u0027h\u003d\u003d`],
  ['as HTML has it', `a+b/c&amp;d&lt;e&gt;f&quot;g&#039;h==`],
  ['as HTML of Django has it', `a+b/c&amp;d&lt;e&gt;f&quot;g&#x27;h==`],
  ['as a URL has it', encodeURIComponent(KEY)],
])('a secret header that is said again %s is not kept', (_, said) => {
  const kept = withoutEchoes(`you sent "Bearer ${said}" and no more`, HEADERS, false);
  expect(kept).toMatch(/^you sent "(Bearer )?\[redacted\]=*" and no more$/);
});

test.each([
  ['all that is answered, however short', 's3cr', 's3cr', '[redacted]'],
  ['what the answer begins with', 's3cret', 's3cret, you said', '[redacted], you said'],
  ['what the answer ends with', 's3cret', 'you said s3cret', 'you said [redacted]'],
  ['behind what nearly was it', 's3cs3cret', 'you said s3cs3cs3cret', 'you said s3c[redacted]'],
  ['a letter behind what nearly was it', 'aaaaaaab', '<aaaaaaaab>', '<a[redacted]>'],
])('a secret header that is %s is not kept', (_, value, text, kept) =>
  expect(withoutEchoes(text, { 'x-key': value }, false)).toBe(kept),
);

test('nor is a word of it, the first or the last, that is all that is answered', () => {
  for (const word of ['k3y-of-a', 'k3y-of-b'])
    expect(withoutEchoes(word, { 'x-keys': 'k3y-of-a, k3y-of-b' }, false)).toBe('[redacted]');
});

test('a signature that is said again with its slashes escaped is not kept', () =>
  expect(withoutEchoes(String.raw`{"s":"v1,q\/0+Kf9zZ5Lw="}`, HEADERS, false)).toBe(
    '{"s":"[redacted]"}',
  ));

test('a secret header that is said again with escapes, and is cut off in the middle, is not kept', () => {
  const kept = withoutEchoes(String.raw`you sent "Bearer a+b\/c\u0026d`, HEADERS, true);
  expect(kept).toBe('you sent "[redacted]');
});

test.each([
  ['JSON', String.raw`a+b\/c\u0026d\u003Ce\u003Ef\u0022g\u0027h\u003D\u003D`],
  ['HTML', `a+b/c&amp;d&lt;e&#x3E;f&quot;g&#0039;h&#61;&#61;`],
  ['a URL', encodeURIComponent(KEY)],
  ['JSON in HTML', `a+b&#92;/c&#92;u0026d&#92;u003Ce&gt;f&#92;&quot;g&#39;h==`],
])(
  'wherever an answer in %s is cut off, also in an escape, a secret header is not kept',
  (_, said) => {
    for (let length = 4; length < said.length; length += 1) {
      const kept = withoutEchoes(`you sent "Bearer ${said.slice(0, length)}`, HEADERS, true);
      expect(kept).toBe('you sent "[redacted]');
    }
  },
);

test.each(['me:c0rrect-h0rse', 'me:with:c0lons', ':only-a-passw0rd', 'me:pässwörd'])(
  'of %s, sent as Basic, the password is not kept that a page for developers shows decoded',
  (login) => {
    const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
    const password = login.slice(login.indexOf(':') + 1);
    const page = `<dt>php-auth-pw</dt><dd>${password}</dd> ${login} ${authorization}`;
    const kept = withoutEchoes(page, { authorization }, false);
    expect(kept).toBe('<dt>php-auth-pw</dt><dd>[redacted]</dd> [redacted] [redacted]');
  },
);

const LOGIN = 'me:pässw€rd😀';
const PASSWORD = LOGIN.slice(3);
const BASIC = { authorization: `Basic ${Buffer.from(LOGIN).toString('base64')}` };

test.each([
  ['JSON of ASCII alone', String.raw`p\u00e4ssw\u20ACrd\ud83d\ude00`],
  ['HTML', 'p&#228;ssw&#x20ac;rd&#128512;'],
  ['a URL', encodeURIComponent(PASSWORD)],
])('a password of other letters is not kept as %s writes it', (_, said) => {
  expect(withoutEchoes(`{"pw":"${said}"}`, BASIC, false)).toBe('{"pw":"[redacted]"}');
  for (let length = said.indexOf('w'); length < said.length; length += 1)
    expect(withoutEchoes(`{"pw":"${said.slice(0, length)}`, BASIC, true)).toBe('{"pw":"[redacted]');
});

test('nor is its beginning, wherever among the bytes of its letters an answer was cut off', () => {
  const bytes = Buffer.from(PASSWORD);
  for (let length = 5; length < bytes.length; length += 1) {
    const text = safeText(bytes.subarray(0, length));
    expect(withoutEchoes(`password=${text}`, BASIC, true)).toBe('password=[redacted]');
  }
});

test('of a login without a password, and of what is none, no more is hidden than before', () => {
  for (const value of ['Basic bWU6', 'Basic bWU=', 'Basic of-all-things']) {
    const page = `me: what is basic of all things? ${value}`;
    expect(withoutEchoes(page, { authorization: value }, false)).toBe(
      'me: what is basic of all things? [redacted]',
    );
  }
});

test('what says nothing again is kept as it is, whatever it escapes', () => {
  for (const text of [String.raw`{"to":"\/hook","id":"delivery_1"}`, '100 % &amp; more', '\\'])
    expect(withoutEchoes(text, HEADERS, false)).toBe(text);
});

test('a secret of the webhook that its receiver shows, as in a page for developers, is not kept', () => {
  const text =
    "Array ( [WEBHOOK_SECRET] => whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/+= ) 'pp_u_0123456789'";
  const kept = withoutEchoes(text, HEADERS, false);
  expect(kept).toBe("Array ( [WEBHOOK_SECRET] => whsec_… ) 'pp_u_…'");
});

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/');
const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

test.each([
  ['as it is', (text: string) => text],
  ['in JSON', inJson],
  ['in HTML', inHtml],
  ['in a URL', encodeURIComponent],
  ['in JSON in HTML', (text: string) => inHtml(inJson(text))],
  ['in HTML in JSON', (text: string) => inJson(inHtml(text))],
])('a secret header that looks as if it had escapes itself is not kept %s', (_, written) => {
  const value = String.raw`k%25e\u0041y&amp;\t\/"<'&#38;"\\&%`;
  const kept = withoutEchoes(`[${written(value)}]`, { 'x-key': value }, false);
  expect(kept).toBe('[[redacted]]');
});

test.each([
  ['backslashes', String.raw`\\`],
  ['per cent', '%'],
  ['per cent with what could be a sign', '%25'],
  ['ampersands', '&#0'],
  ['a letter', 'a'],
])('headers full of %s cost no more than others, whatever the receiver answers', (_, unit) => {
  const value = unit.repeat(1_000).slice(0, 1_000);
  const headers = Object.fromEntries([...'!"$()*+-.'].map((end) => [`x-${end}`, value + end]));
  const began = process.cpuUsage();
  withoutEchoes(unit.repeat(16_384).slice(0, 16_000) + '%', headers, true);
  const { user, system } = process.cpuUsage(began);
  expect(user + system).toBeLessThan(2_000_000);
});

test.each([
  ['JSON', String.raw`\!`],
  ['a URL', '%21'],
  ['JSON in HTML', '&#92;!'],
])('headers that are said thousands of times in %s cost no more than others', (_, said) => {
  const value = (i: number): string => '!'.repeat(4 + i);
  const headers = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, value(i)]));
  const began = process.cpuUsage();
  withoutEchoes(said.repeat(16_384).slice(0, 16_384), headers, true);
  const { user, system } = process.cpuUsage(began);
  expect(user + system).toBeLessThan(300_000);
});

test('headers full of words cost no more than others', () => {
  const word = (i: number): string => 'a'.repeat(6) + i.toString(36).padStart(2, '0');
  const words = (nth: number): string =>
    Array.from({ length: 64 }, (_, i) => word(nth * 64 + i)).join(' ');
  const headers = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, words(i)]));
  const text = `${'a'.repeat(2_000)}\\!%21&#33;`.repeat(9).slice(0, 16_384);
  const began = process.cpuUsage();
  for (let i = 0; i < 15; i += 1) expect(withoutEchoes(text, headers, true)).not.toBe('');
  const { user, system } = process.cpuUsage(began);
  expect(user + system).toBeLessThan(2_500_000);
  expect(withoutEchoes(`<${word(15)} ${words(7)}>`, headers, false)).toBe(
    '<[redacted] [redacted]>',
  );
});

/** Twenty headers, the values of which somebody makes. */
const twenty = (value: (nth: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 20 }, (_, nth) => [`x-${nth}`, value(nth)]));
const inAllLanguages = (letters: string): string =>
  letters.slice(0, 16_300) + String.raw`a&lt;%61\u0061\u0026lt; &#92;u0061`;

test.each([
  [
    'many times over each other',
    twenty((nth) =>
      Array.from({ length: 16 }, (_, i) => 'abcd'.repeat(40).slice(i % 4, 12 + nth * 4 + (i % 4)))
        .join(' ')
        .slice(0, 1_024),
    ),
    inAllLanguages('abcd'.repeat(4_096)),
  ],
  [
    'but for their last letter',
    twenty((nth) =>
      Array.from({ length: 16 }, (_, i) => `${'ab'.repeat(28)}${i.toString(36)}${nth}`).join(' '),
    ),
    inAllLanguages('ab'.repeat(8_192)),
  ],
  [
    'but for a letter in the middle',
    twenty((nth) => `${'a'.repeat(1_000)}b${'a'.repeat(nth)}`),
    inAllLanguages('a'.repeat(16_384)),
  ],
  [
    'but for a letter near their beginning',
    twenty((nth) => `${'a'.repeat(nth + 1)}b${'a'.repeat(1_000)}`),
    inAllLanguages('a'.repeat(16_384)),
  ],
])(
  'an answer in which headers are said %s is kept as hidden rather than looked through for long',
  (_, headers, text) => {
    const began = process.cpuUsage();
    for (let i = 0; i < 20; i += 1) expect(withoutEchoes(text, headers, true)).toBe('[redacted]');
    const { user, system } = process.cpuUsage(began);
    expect(user + system).toBeLessThan(1_000_000);
  },
);

test('a long page with signs of all languages is kept as it is, though twenty headers are looked for in it', () => {
  const text = inAllLanguages('<p class="page">What a receiver says.</p>\n'.repeat(400));
  const headers = twenty((nth) => `Bearer ${nth}-what-you-gave-out`);
  expect(withoutEchoes(text, headers, true)).toBe(text);
});
