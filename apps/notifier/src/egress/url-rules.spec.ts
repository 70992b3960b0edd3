import { judgeUrl } from './url-rules';

const reason = (text: string, allowHttp = false): string => {
  const judged = judgeUrl(text, allowHttp);
  return judged.ok ? 'fine' : judged.reason;
};

test.each([
  ['https://receiver.example/hook?x=1', 'fine'],
  ['https://receiver.example:8443/', 'fine'],
  ['http://receiver.example/', 'url must begin with https://'],
  ['ftp://receiver.example/', 'url must begin with https://'],
  ['file:///etc/passwd', 'url must begin with https://'],
  ['javascript:alert(1)', 'url must begin with https://'],
  ['receiver.example', 'url must be an absolute URL'],
  ['', 'url must be an absolute URL'],
  ['https://', 'url must be an absolute URL'],
  [' https://receiver.example/', 'url must not contain blanks or control characters'],
  ['https://receiver.example/a b', 'url must not contain blanks or control characters'],
  ['https://receiver\n.example/', 'url must not contain blanks or control characters'],
  ['https://user@receiver.example/', 'url must not carry a user name or a password'],
  ['https://user:pass@receiver.example/', 'url must not carry a user name or a password'],
  ['https://receiver.example/#part', 'url must not have a fragment (#)'],
  ['https://receiver.example/#', 'url must not have a fragment (#)'],
  [`https://receiver.example/${'x'.repeat(2048)}`, 'url must be at most 2048 characters'],
])('%s: %s', (text, expected) => expect(reason(text)).toBe(expected));

test('http: is fine only when it is allowed', () => {
  expect(reason('http://receiver.example/', true)).toBe('fine');
  expect(reason('ws://receiver.example/', true)).toBe('url must begin with https://');
});
