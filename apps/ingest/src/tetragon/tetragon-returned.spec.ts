import type { SensorOutcome } from '../sensor/sensor-outcome';
import { fromTetragon } from './tetragon-event';

const ACCEPTED = { sock_arg: { saddr: '192.0.2.15', sport: 22, daddr: '198.51.100.9', dport: 5 } };
const LISTENING = { sock_arg: { saddr: '0.0.0.0', daddr: '0.0.0.0', sport: 22 } };

const returning = (args: readonly object[], returned: unknown): SensorOutcome => {
  const process_kprobe = { function_name: 'inet_csk_accept', args, return: returned };
  return fromTetragon({ process_kprobe, time: '2026-03-03T10:11:12Z' }, 'detect');
};

test.each([[[]], [[LISTENING]]])('a socket that a function returns is a connection: %j', (args) => {
  expect(returning(args, ACCEPTED)).toMatchObject({
    body: { kind: 'network_connection', metadata: { destination: '198.51.100.9', port: 5 } },
  });
});

test('what a function was given comes before what it returns', () => {
  const file = { file_arg: { path: '/etc/shadow' } };
  expect(returning([file], ACCEPTED)).toMatchObject({ body: { kind: 'file_access' } });
  const given = { sock_arg: { daddr: '203.0.113.9', dport: 443 } };
  expect(returning([given], ACCEPTED)).toMatchObject({
    body: { metadata: { destination: '203.0.113.9', port: 443 } },
  });
});

test.each([{ int_arg: 0 }, LISTENING, null, 'text'])('%j returned says nothing', (returned) => {
  expect(returning([], returned)).toMatchObject({
    body: { kind: 'tetragon_process_kprobe' },
  });
});
