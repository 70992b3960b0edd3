import fc from 'fast-check';
import { oddTime, oddValue, often, raw } from './odd-json';

const pod = fc.record(
  {
    namespace: often(fc.constant('shop')),
    name: often(fc.constantFrom('web-0', 'web-1')),
    workload: oddValue,
    container: often(fc.constant({ id: 'containerd://77aa', image: { name: 'shop/web:1.4' } })),
    pod_labels: often(fc.constant({ 'app.kubernetes.io/name': 'web', constructor: 'x' })),
  },
  { requiredKeys: [] },
);

const process = fc.record(
  {
    exec_id: often(fc.base64String({ minLength: 8, maxLength: 16 })),
    pid: often(fc.integer({ min: 0, max: 99_999 })),
    uid: often(fc.constantFrom(0, 1_000, 4_294_967_295)),
    auid: often(fc.constant(4_294_967_295)),
    binary: often(fc.constantFrom('/usr/bin/curl', '/bin/sh', '')),
    arguments: often(fc.string({ maxLength: 20 })),
    pod: often(pod),
    user: oddValue,
    start_time: oddTime,
  },
  { requiredKeys: [] },
);

const ADDRESSES = ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.2', '0.0.0.0', '::', 'nowhere'];
const address = often(fc.constantFrom(...ADDRESSES));
const port = often(fc.constantFrom(0, 443, 65_535));
const COOKIE = raw('18446604435744827904');

const arg = fc.oneof(
  oddValue,
  fc.record({
    sock_arg: fc.record(
      {
        ...{ family: oddValue, protocol: often(fc.constant('IPPROTO_TCP')), saddr: address },
        ...{ daddr: address, dport: port, sport: port },
        cookie: fc.constantFrom('18446604435744827904', COOKIE),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ sockaddr_arg: fc.record({ addr: address, port }, { requiredKeys: [] }) }),
  fc.record({ file_arg: fc.record({ path: often(fc.constantFrom('/etc/shadow', '/')) }) }),
  fc.record({ path_arg: fc.record({ path: often(fc.constant('/etc/passwd')), flags: oddValue }) }),
  fc.constantFrom({ size_arg: '9007199254740993' }, { int_arg: -1 }, { bytes_arg: 'aGVsbG8=' }),
);

const part = fc.record(
  {
    process: often(process),
    parent: often(process),
    function_name: often(fc.constantFrom('tcp_connect', 'security_file_permission')),
    args: often(fc.array(arg, { maxLength: 3 })),
    action: often(fc.constantFrom('KPROBE_ACTION_POST', 'KPROBE_ACTION_SIGKILL')),
    return_action: often(fc.constantFrom('KPROBE_ACTION_POST', 'KPROBE_ACTION_OVERRIDE')),
    policy_name: often(fc.constantFrom('egress-watch', 'crypto_miner_execution')),
    tags: often(fc.constant(['network'])),
    ancestors: fc.constantFrom(
      [],
      Array.from({ length: 40 }, (_, i) => ({ pid: i, binary: '/bin/sh', uid: 0, tid: i, a: 1 })),
    ),
    number_of_dropped_process_events: fc.constantFrom<unknown>('12', 7, null, '-1', raw('1e999')),
    type: fc.constantFrom('THROTTLE_START', 'THROTTLE_STOP', 'THROTTLE_UNKNOWN'),
  },
  { requiredKeys: [] },
);

const KINDS = [
  ...['process_exec', 'process_exit', 'process_kprobe', 'process_kprobe', 'process_tracepoint'],
  ...['process_uprobe', 'process_lsm', 'process_loader', 'process_usdt', 'process_throttle'],
  ...['rate_limit_info', 'process_dream', 'Not a kind', 'constructor'],
];

/** Events of Tetragon in every shape that it writes, and in some that it does not. */
export const oddTetragon: fc.Arbitrary<object> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...KINDS), often(part)), { minLength: 1, maxLength: 1 }),
    fc.oneof(
      { weight: 20, arbitrary: fc.constant([]) },
      fc.constantFrom([['process_exit', {}] as const], [['process_sleep', { deep: [] }] as const]),
    ),
    fc.record(
      { time: oddTime, node_name: often(fc.constant('node-7')), cluster_name: oddValue },
      { requiredKeys: ['time'] },
    ),
    fc.constantFrom({}, {}, { node_labels: { a: 'b' } }, { aggregation_info: { count: '12' } }),
  )
  .map(([kinds, more, envelope, beside]) => ({
    ...Object.fromEntries([...kinds, ...more]),
    ...envelope,
    ...beside,
  }));
