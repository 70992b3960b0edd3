/** Where a house is, and who speaks to it. */
export interface Connection {
  /** Such as `https://parapet.example`. */
  readonly house: string;
  /** Of the agent. */
  readonly token: string;
}

/** Sends one observation of a connection to a domain that no policy knows: it raises an issue. @param at ISO */
export const firstEventByCurl = ({ house, token }: Connection, at: string): string => {
  const event = {
    kind: 'network_connection',
    timestamp: at,
    metadata: {
      ...{ destination: 'first-look.example', destination_ip: '203.0.113.9', port: 443 },
      protocol: 'tcp',
      process: {
        ...{ pid: 4211, executable: '/usr/bin/curl' },
        command: 'curl https://first-look.example',
      },
    },
    verdict: 'detected',
  };
  return `curl -sS -X PUT ${house}/v1/events_v2 \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(event)}'`;
};

export const FALCO_OUTPUT = `json_output: true
json_include_output_property: true
json_include_output_fields_property: true
json_include_tags_property: true
syscall_event_drops:
  threshold: 0
  actions: [log, alert]`;

export const falcoHeader = ({ token }: Connection): string => `Authorization: Bearer ${token}`;

export const falcoByCurl = ({ house }: Connection): string => `program_output:
  enabled: true
  program: "curl -sS --retry 8 --retry-all-errors -H @/etc/falco/parapet.header -H 'Content-Type: application/json' --data-binary @- ${house}/v1/integrations/falco"`;

export const falcosidekick = ({ house, token }: Connection): string => `webhook:
  address: ${house}/v1/integrations/falco
  customHeaders:
    Authorization: Bearer ${token}`;

export const TETRAGON_EXPORT = `tetragon:
  exportFilename: tetragon.log
  exportAllowList: |-
    {"event_set":["PROCESS_EXEC", "PROCESS_EXIT", "PROCESS_KPROBE", "PROCESS_UPROBE", "PROCESS_TRACEPOINT", "PROCESS_LSM", "PROCESS_THROTTLE"]}
  exportDenyList: |-
    {"health_check":true}`;

export const TRACING_POLICY = `apiVersion: cilium.io/v1alpha1
kind: TracingPolicy
metadata:
  name: egress-watch
spec:
  kprobes:
    - call: tcp_connect
      syscall: false
      args:
        - index: 0
          type: sock`;

/** What `parapet send` reads. */
export const environment = ({ house, token }: Connection): string =>
  `export PARAPET_URL=${house} PARAPET_TOKEN=${token}`;

export const TETRAGON_BY_SEND =
  'tail -n +1 -F /var/log/tetragon/tetragon.log | npx --no parapet send --format tetragon --spool /var/spool/parapet/tetragon';

export const vector = ({ house, token }: Connection): string => `sources:
  tetragon:
    type: file
    include: [/var/log/tetragon/tetragon.log]
    max_line_bytes: 131072
sinks:
  parapet:
    type: http
    inputs: [tetragon]
    uri: ${house}/v1/integrations/tetragon
    method: post
    encoding:
      codec: text
    framing:
      method: newline_delimited
    compression: gzip
    batch:
      max_events: 1000
      max_bytes: 4000000
    request:
      headers:
        Authorization: Bearer ${token}
        Content-Type: application/x-ndjson
    buffer:
      type: disk
      max_size: 268435488`;

export const fluentBit = ({ house, token }: Connection): string => {
  const { hostname, port, protocol } = new URL(house);
  const isSealed = protocol === 'https:';
  return `parsers:
  - name: sensor
    format: json
pipeline:
  inputs:
    - name: tail
      path: /var/log/tetragon/tetragon.log
      parser: sensor
      read_from_head: true
      buffer_max_size: 256k
      skip_long_lines: on
  outputs:
    - name: http
      match: '*'
      host: ${hostname}
      port: ${port || (isSealed ? 443 : 80)}
      tls: ${isSealed ? 'on' : 'off'}
      uri: /v1/integrations/tetragon
      header: Authorization Bearer ${token}
      format: json_lines
      json_date_key: false
      compress: gzip
      retry_limit: no_limits`;
};
