import { connectionOf, parseTuple } from './falco-connection';

test.each([
  ['192.0.2.15:43210->203.0.113.9:443', ['192.0.2.15', 43210], ['203.0.113.9', 443]],
  ['2001:db8::15:43210->2001:db8:1::9:853', ['2001:db8::15', 43210], ['2001:db8:1::9', 853]],
  ['::1:5000->::1:80', ['::1', 5000], ['::1', 80]],
  ['[2001:db8::15]:1->[2001:db8::9]:2', ['2001:db8::15', 1], ['2001:db8::9', 2]],
])('reads the tuple %s', (name, source, destination) => {
  const read = parseTuple(name);
  expect([read?.source.ip, read?.source.port]).toEqual(source);
  expect([read?.destination.ip, read?.destination.port]).toEqual(destination);
});

test.each([
  '/etc/shadow',
  '0.0.0.0:8080',
  'a:1->b:2',
  '192.0.2.1:1->192.0.2.2',
  '->',
  '1->2:3',
  '',
])('%j is no tuple', (name) => expect(parseTuple(name)).toBeNull());

test('a port above 65535 is no port', () => {
  expect(parseTuple('192.0.2.1:1->192.0.2.2:65536')).toBeNull();
});

test('fields of their own win over the tuple', () => {
  const fields = {
    'fd.name': '192.0.2.15:43210->203.0.113.9:443',
    'fd.rip': '198.51.100.7',
    'fd.rport': '8443',
    'fd.rip.name': 'api.example.net',
    'fd.l4proto': 'TCP',
  };
  expect(connectionOf(fields)).toMatchObject({
    destination: 'api.example.net',
    destination_ip: '198.51.100.7',
    port: 8443,
    protocol: 'tcp',
  });
});

test('what names no address is no connection', () => {
  expect(connectionOf({ 'fd.name': '/run/app.sock', 'fd.sip': '<NA>', 'fd.rip': null })).toBeNull();
});
