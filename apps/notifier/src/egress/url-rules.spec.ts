import { judgeUrl } from './url-rules';

const UNSEEN = 'url must not contain blanks, control or invisible characters';
const USER = 'url must not carry a user name or a password';
const NO_HOST = 'url must begin with https:// and a host';

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
  [' https://receiver.example/', UNSEEN],
  ['https://receiver.example/a b', UNSEEN],
  ['https://receiver\n.example/', UNSEEN],
  ['https://user@receiver.example/', USER],
  ['https://user:pass@receiver.example/', USER],
  ['https://receiver.example/#part', 'url must not have a fragment (#)'],
  ['https://receiver.example/#', 'url must not have a fragment (#)'],
  ['https://receiver.exa\u00admple/', UNSEEN],
  ['https://receiver.example/\u202egpj.php', UNSEEN],
  ['https://receiver\t.example/', UNSEEN],
  ['https://receiver.example/\ud800', UNSEEN],
  ['https://@receiver.example/', USER],
  ['https://:@receiver.example/', USER],
  ['https://receiver.example\\@127.0.0.1/', 'url must not contain a backslash'],
  ['https:\\\\receiver.example/', 'url must not contain a backslash'],
  ['https:receiver.example/', NO_HOST],
  ['https:/receiver.example/', NO_HOST],
  ['https:///receiver.example/', NO_HOST],
  ['https://receiver.example:0/', 'url must have a port from 1 to 65535, or none'],
  ['https://receiver.example:65536/', 'url must be an absolute URL'],
  ['https://[fe80::1%25eth0]/', 'url must be an absolute URL'],
  ['https://[::1/', 'url must be an absolute URL'],
  ['https://receiver.example%2f@127.0.0.1/', USER],
  ['https://receiver.example/@team', 'fine'],
  ['https://receiver.example?at=@team', 'fine'],
  ['HTTPS://RECEIVER.example:443', 'fine'],
  [`https://receiver.example/${'x'.repeat(2048 - 25)}`, 'fine'],
  [`https://receiver.example/${'x'.repeat(2048 - 24)}`, 'url must be at most 2048 characters'],
])('%s: %s', (text, expected) => expect(reason(text)).toBe(expected));

test('http: is fine only when it is allowed', () => {
  expect(reason('http://receiver.example/', true)).toBe('fine');
  expect(reason('ws://receiver.example/', true)).toBe('url must begin with https://');
});
