import fc from 'fast-check';
import { oddTime, oddValue, often } from './odd-json';

const TUPLES = [
  ...['192.0.2.15:43210->203.0.113.9:443', '2001:db8::15:4->2001:db8::9:853', '::1:5->::1:80'],
  ...['::ffff:192.0.2.1:5->::ffff:203.0.113.2:0', '[2001:db8::1]:1->[2001:db8::2]:2', '->', 'a->b'],
  ...['192.0.2.1:1->192.0.2.2:70000', '192.0.2.1->192.0.2.2', '0.0.0.0:8080', '/etc/shadow'],
];

const NAMES = [
  ...[
    'fd.name',
    'fd.type',
    'fd.rip',
    'fd.sip',
    'fd.rip.name',
    'fd.sip.name',
    'fd.rport',
    'fd.sport',
  ],
  ...['fd.lip', 'fd.lport', 'fd.l4proto', 'evt.time', 'evt.type', 'evt.arg.path', 'fs.path.name'],
  ...['proc.pid', 'proc.name', 'proc.cmdline', 'proc.exepath', 'proc.pname', 'proc.aname[2]'],
  ...['user.name', 'user.uid', 'container.id', 'container.image.digest', 'k8s.ns.name', 'n_drops'],
  ...['constructor', 'toString', '', 'a\u0000b', '\ud800'],
];

const value = fc.oneof(
  oddValue,
  fc.constantFrom(...TUPLES),
  fc.constantFrom('ipv4', 'ipv6', 'file', 'unix', 'execve', 'execveat', 'openat', 'connect', '443'),
);

const fields = fc.oneof(
  { weight: 20, arbitrary: fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 14 }) },
  {
    weight: 1,
    arbitrary: fc.constant(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, i]))),
  },
);

/** Events of Falco in every shape that it writes, and in some that it does not. */
export const oddFalco: fc.Arbitrary<object> = fc.record(
  {
    time: oddTime,
    rule: often(
      fc.constantFrom(
        ...['Outbound', 'Outbound', 'Write below etc', 'crypto_miner_execution', 'x'.repeat(300)],
        ...['Falco internal: syscall event drop', 'Falco internal: metrics snapshot'],
      ),
    ),
    priority: often(fc.constantFrom('Notice', 'EMERGENCY', 'warning', 'Info', 'informational', '')),
    source: often(fc.constantFrom('syscall', 'syscall', 'k8s_audit', 'internal')),
    hostname: often(fc.constantFrom('node-7', 'node-9')),
    output: often(fc.string({ maxLength: 40 })),
    message: oddValue,
    tags: often(fc.constantFrom(['network', 'T1565'], [])),
    output_fields: often(fields),
    uuid: fc.uuid(),
  },
  { requiredKeys: ['time', 'rule', 'output_fields'] },
);
