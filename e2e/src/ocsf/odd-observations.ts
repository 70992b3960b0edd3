import fc from 'fast-check';
import { nextTimestamp } from '../house/actors';

const odd = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  fc.constantFrom('', ' ', '/', '//', '_dmarc.example.com', 'a\u2028b', '-', '=1+1', '<NA>'),
  fc.jsonValue({ maxDepth: 2 }),
);
const or = (right: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: right }, odd);
const some = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(model, { requiredKeys: [] });

const path = fc.constantFrom(
  '/usr/bin/curl',
  '/etc/shadow',
  '/tmp/',
  'curl',
  '/opt/a b/c',
  'C:\\x.exe',
);
const number = fc.oneof(fc.nat(70_000), fc.integer(), fc.double());
const process = some({
  pid: or(number),
  executable: or(path),
  command: or(fc.constantFrom('curl -s x', 'sh')),
  args: fc.array(odd, { maxLength: 3 }),
  exec_id: or(fc.base64String({ minLength: 4 })),
  cwd: or(path),
});

const metadata = some({
  destination: or(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.webUrl())),
  destination_ip: or(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('::ffff:192.0.2.1'))),
  port: or(number),
  protocol: or(fc.constantFrom('tcp', 'udp')),
  source_ip: or(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('fe80::1%eth0'))),
  source_port: or(number),
  query: or(fc.domain()),
  path: or(path),
  process: or(process),
  user: or(fc.constant('root')),
  container: or(some({ id: odd, name: odd, image: odd })),
  kubernetes: or(some({ namespace: odd, pod: odd })),
  severity: or(fc.constantFrom('low', 'medium', 'high', 'critical')),
  name: or(fc.constantFrom('hidden_elf_exec', 'dropip', 'net_scan_tool_exec', 'os_fingerprint')),
  rule: odd,
  large: fc.constantFrom('', 'x'.repeat(10_000)),
});

const KINDS = ['network_connection', 'process_execution', 'file_access', 'dns', 'dns_query'];

/** Observations as no sensor sends them, and as some do. */
export const oddObservations = (count: number, seed: number): object[] =>
  fc
    .sample(
      fc.record({
        kind: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...KINDS) },
          fc.constant('falco_alert'),
        ),
        verdict: fc.constantFrom('detected', 'blocked'),
        metadata,
      }),
      { numRuns: count, seed },
    )
    .map((observation) => ({ ...observation, timestamp: nextTimestamp() }));
