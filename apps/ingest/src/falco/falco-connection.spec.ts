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

test.each([
  { 'evt.type': 'listen', 'fd.name': '0.0.0.0:8080', 'fd.sip': '0.0.0.0', 'fd.sport': 8080 },
  { 'evt.type': 'bind', 'fd.name': ':::8080', 'fd.lip': '::', 'fd.rip': '::', 'fd.lport': 8080 },
  { 'evt.type': 'bind', 'fd.type': 'ipv6', 'fd.rip': '::ffff:0.0.0.0', 'fd.rip.name': '0.0.0.0' },
  { 'evt.type': 'close', 'fd.name': '0.0.0.0:0->0.0.0.0:0' },
])('a socket that is connected to nobody is no connection: %j', (fields) =>
  expect(connectionOf(fields)).toBeNull(),
);

test('what came to a server that listens at all addresses came in', () => {
  const fields = { 'evt.type': 'recvfrom', 'fd.name': '198.51.100.9:50123->0.0.0.0:53' };
  expect(connectionOf(fields)).toMatchObject({
    ...{ destination: '198.51.100.9', port: 50_123, source_port: 53, direction: 'inbound' },
  });
});

const INBOUND = '198.51.100.9:50123->192.0.2.15:22';
test.each([
  ['by the call, as sshd accepts', { 'evt.type': 'accept4', 'fd.lport': 22, 'fd.rport': 50_123 }],
  ['by the call alone', { 'evt.type': 'accept' }],
  ['by the side that the process is on', { 'evt.type': 'read', 'fd.is_server': true }],
  ['by its own port', { 'evt.type': 'recvfrom', 'fd.lport': '22' }],
  ['by its own address', { 'evt.type': 'sendto', 'fd.lip': '192.0.2.15' }],
  ['by the far address', { 'evt.type': 'sendto', 'fd.rip': '198.51.100.9' }],
  [
    'by client and server',
    { 'evt.type': 'accept', 'fd.cip': '198.51.100.9', 'fd.sip': '192.0.2.15' },
  ],
])('the far end of a connection that came in is who began it, known %s', (_, fields) => {
  expect(connectionOf({ 'fd.name': INBOUND, ...fields })).toEqual({
    ...{ destination: '198.51.100.9', destination_ip: '198.51.100.9', port: 50_123 },
    ...{ source_ip: '192.0.2.15', source_port: 22, direction: 'inbound' },
  });
});

test('a connection that came in names no end of this host as its destination', () => {
  const fields = { 'evt.type': 'accept', 'fd.cip': '198.51.100.9', 'fd.cport': 50_123 };
  const server = { 'fd.sip': '192.0.2.15', 'fd.sip.name': 'ours.example', 'fd.sport': 22 };
  expect(connectionOf({ ...fields, ...server })).toMatchObject({
    ...{ destination: '198.51.100.9', port: 50_123, source_ip: '192.0.2.15', source_port: 22 },
  });
  const named = { ...fields, ...server, 'fd.cip.name': 'theirs.example' };
  expect(connectionOf(named)).toMatchObject({ destination: 'theirs.example' });
});

test.each([
  { 'evt.type': 'connect', 'fd.lport': 43_210, 'fd.rport': 443 },
  { 'evt.type': 'recvfrom', 'fd.is_server': false },
  { 'evt.type': 'sendto', 'fd.lip': '192.0.2.15', 'fd.rip': '203.0.113.9' },
  { 'evt.type': 'recvmsg' },
])('what went out goes where it went: %j', (fields) => {
  const read = connectionOf({ 'fd.name': '192.0.2.15:43210->203.0.113.9:443', ...fields });
  expect(read).toMatchObject({ destination: '203.0.113.9', port: 443, source_port: 43_210 });
  expect(read).not.toHaveProperty('direction');
});

test.each([
  { 'fd.lport': 443, 'fd.rport': 43_210 },
  { 'fd.rport': 43_210 },
  { 'fd.lip': '203.0.113.9', 'fd.rip': '192.0.2.15', 'fd.rip.name': 'web-0.example' },
])('what a pod began goes where it went, though Falco calls that end its own: %j', (fields) => {
  const swapped = { 'evt.type': 'connect', 'fd.name': '192.0.2.15:43210->203.0.113.9:443' };
  expect(connectionOf({ ...swapped, ...fields })).toEqual({
    ...{ destination: '203.0.113.9', destination_ip: '203.0.113.9', port: 443 },
    ...{ source_ip: '192.0.2.15', source_port: 43_210 },
  });
});

test.each([
  { 'fd.rip': '192.0.2.15', 'fd.rport': 43_210, 'fd.lip': '203.0.113.9', 'fd.lport': 443 },
  { 'fd.rip': '192.0.2.15', 'fd.rip.name': 'web-0.example' },
])('what a pod began goes to its server, also without a tuple: %j', (swapped) => {
  const client = { 'fd.cip': '192.0.2.15', 'fd.cport': 43_210 };
  const server = { 'fd.sip': '203.0.113.9', 'fd.sport': '443' };
  expect(connectionOf({ 'evt.type': 'connect', ...client, ...server, ...swapped })).toEqual({
    ...{ destination: '203.0.113.9', destination_ip: '203.0.113.9', port: 443 },
    ...{ source_ip: '192.0.2.15', source_port: 43_210 },
  });
});

test('what came in is known by client and server, also without a tuple and ports', () => {
  const ends = { 'fd.cip': '198.51.100.9', 'fd.sip': '192.0.2.15' };
  expect(connectionOf({ 'evt.type': 'recvfrom', ...ends, 'fd.lip': '192.0.2.15' })).toEqual({
    ...{ destination: '198.51.100.9', destination_ip: '198.51.100.9', source_ip: '192.0.2.15' },
    direction: 'inbound',
  });
  const sent = { 'evt.type': 'sendto', ...ends, 'fd.rport': 53 };
  expect(connectionOf(sent)).toMatchObject({ destination: '192.0.2.15', port: 53 });
  expect(connectionOf(sent)).not.toHaveProperty('direction');
});

const ASKED = {
  'fd.name': '192.0.2.15:43210->203.0.113.53:53',
  'fd.lport': 53,
  'fd.rport': 43_210,
};
test.each(['sendto', 'sendmsg', 'sendmmsg'])(
  'what a pod sends by %s goes to its server, though Falco calls that end its own',
  (call) => {
    const of = (id: string) => connectionOf({ 'evt.type': call, 'container.id': id, ...ASKED });
    expect(of('77aa01bc23de')).toEqual({
      ...{ destination: '203.0.113.53', destination_ip: '203.0.113.53', port: 53 },
      ...{ source_ip: '192.0.2.15', source_port: 43_210 },
    });
    // Of its host Falco knows the addresses: a server answers.
    expect(of('host')).toMatchObject({ destination: '192.0.2.15', direction: 'inbound' });
  },
);

test('what a pod is asked came in, and so did what it answers as a server', () => {
  const inPod = { 'container.id': '77aa01bc23de', ...ASKED };
  const cameIn = { destination: '192.0.2.15', direction: 'inbound' };
  expect(connectionOf({ 'evt.type': 'recvfrom', ...inPod })).toMatchObject(cameIn);
  const answered = { 'evt.type': 'sendto', 'fd.is_server': true, ...inPod };
  expect(connectionOf(answered)).toMatchObject(cameIn);
});

test('what a pod accepts of its own host comes from there, though Falco calls that end its own', () => {
  const fields = { 'evt.type': 'accept4', 'fd.lport': 50_123, 'fd.rport': 22 };
  expect(connectionOf({ 'fd.name': INBOUND, ...fields })).toMatchObject({
    ...{ destination: '198.51.100.9', port: 50_123, source_port: 22, direction: 'inbound' },
  });
});

test('one port at both ends does not say that a connection came in', () => {
  const fields = { 'evt.type': 'sendto', 'fd.lport': 123, 'fd.rport': 123 };
  expect(connectionOf({ 'fd.name': '192.0.2.15:123->203.0.113.9:123', ...fields })).toMatchObject({
    destination: '203.0.113.9',
  });
});
