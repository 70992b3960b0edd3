import { named, observation } from '../../kit/observations.mjs';

/**
 * One event of about 330 bytes as each side is told it. `<n>` is the thing that it is about (an issue, an alert), `<nth>` the event
 * itself, `<time>` when it is sent.
 */
export const OBSERVATION = observation({
  ...{ timestamp: '<time>', verdict: 'detected', command: 'curl https://api.example.com/<nth>' },
  ...named('d<n>.example.com'),
});

export const FALCO_EVENT = {
  ...{ hostname: 'host-1', priority: 'Warning', rule: 'Unexpected outbound connection' },
  ...{ source: 'syscall', tags: ['network'], time: '<time>', output: 'connection <nth>' },
  output_fields: {
    ...{ 'evt.num': '<nth>', 'fd.sip.name': 'd<n>.example.com', 'fd.sip': '203.0.113.9' },
    ...{ 'fd.sport': 443, 'proc.cmdline': 'curl https://api.example.com', 'user.name': 'deploy' },
  },
};

export const ALERT = {
  labels: { alertname: 'UnexpectedConnection', severity: 'high', destination: 'd<n>.example.com' },
  annotations: {
    ...{ summary: 'network_connection to d<n>.example.com', connection: '<nth>' },
    ...{ command: 'curl https://api.example.com', executable: '/usr/bin/curl', user: 'deploy' },
  },
  generatorURL: 'http://host-1.example.com',
};
