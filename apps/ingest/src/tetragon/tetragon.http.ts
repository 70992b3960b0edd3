/** Lines for the API document. */
export const tetragonExample = [
  {
    process_kprobe: {
      process: {
        exec_id: 'bm9kZS03OjEyMzQ1Njc4OTA6NDIxMQ==',
        pid: 4211,
        uid: 0,
        binary: '/usr/bin/curl',
        arguments: 'https://api.example.net/v1',
        pod: { namespace: 'shop', name: 'web-0' },
      },
      function_name: 'tcp_connect',
      args: [
        {
          sock_arg: {
            family: 'AF_INET',
            protocol: 'IPPROTO_TCP',
            saddr: '192.0.2.15',
            daddr: '203.0.113.9',
            sport: 43210,
            dport: 443,
          },
        },
      ],
      action: 'KPROBE_ACTION_POST',
      policy_name: 'egress-watch',
    },
    node_name: 'node-7',
    time: '2026-03-03T10:11:12.123456789Z',
  },
  {
    rate_limit_info: { number_of_dropped_process_events: '12' },
    node_name: 'node-7',
    time: '2026-03-03T10:11:13.000000001Z',
  },
];
