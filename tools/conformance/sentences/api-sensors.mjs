const document = 'docs/api.md';

/** Our additions: what is made of events of sensors. */
export const API_SENSORS = [
  {
    document,
    section: 'Sensors',
    sentences: {
      'api-sensor-lines':
        'Lines of sensors are taken like those of a batch, but as whoever ships logs needs it, who looks at the status alone and takes 207 for a failure: at most 10,000 of them, answered with 200;',
      'api-sensor-skipped': 'What is no observation is `skipped`, with its `reason`;',
      'api-sensor-counted':
        'with the agent it is counted as `no_observation`, or, where a sensor tells of its own health, shown among its `sensors`, and what it says to have lost is counted as `lost`.',
      'api-sensor-numbers':
        'Times are kept verbatim, and a whole number that a double does not hold becomes the text of its digits.',
      'api-sensor-words':
        'Metadata says the same things of both sensors: `destination`, `destination_ip`, `port`, `protocol`, `source_ip`, `source_port`, `path`, `process`, `user`, `container`, `kubernetes`, `rule`, `message`, `tags`, `sensor` (its host).',
      'api-falco-kinds':
        'Falco: `fd.type` `ipv4` or `ipv6` is a `network_connection`, whose ends are read from `fd.name` where they have no fields; `evt.type` `execve` or `execveat` a `process_execution`; `fd.type` `file` a `file_access`; else it is a `falco_alert`.',
      'api-falco-inbound':
        'The destination of a connection is its far end, also where that end began it: then `direction` is `inbound`.',
      'api-falco-nowhere':
        'A socket whose far end is `0.0.0.0` or `::` only listens: that is no connection.',
      'api-falco-severity':
        '`severity` is `critical` for Emergency, Alert and Critical, `high` for Error, `medium` for Warning, else `low`; the verdict is `detected`.',
      'api-falco-fields': '`fields` has all of `output_fields` that are set.',
      'api-falco-health': '`source: internal` and rules `Falco internal…` are its health.',
      'api-tetragon-kinds':
        'Tetragon: `process_exec` is a `process_execution`; what has a `sock_arg` or `sockaddr_arg` with an address a `network_connection`; what has a `file_arg` or `path_arg` a `file_access`; anything else, new kinds too, is of kind `tetragon_` and its name.',
      'api-tetragon-far-end':
        'Tetragon does not say who began a connection: its destination is the far end of the socket, also of one that was accepted.',
      'api-tetragon-inbound': '`direction` is `inbound` where the state is `TCP_SYN_RECV`.',
      'api-tetragon-raw': '`raw` has the event as it came.',
      'api-tetragon-health': '`process_throttle` and `rate_limit_info` are its health.',
      'api-tetragon-verdict':
        'What Tetragon tells of every process (`process_exec`, `process_exit`, `process_loader`) is `allowed`; what a tracing policy asked for is `detected`.',
      'api-tetragon-action':
        "`KPROBE_ACTION_SIGKILL`, `_OVERRIDE` and `_NOTIFYENFORCER` are no proof of a block, they stand there in monitor mode too: they make an `intended_action` (`sigkill`, …), and the verdict is `blocked` only where the agent's mode is `enforce`.",
      'api-sensor-rest':
        '`fields`, `raw` and the labels of nodes and pods are texts (of JSON) where there is more of them than metadata may have.',
    },
    untestable: {
      'How to connect them: [sensors](sensors.md).':
        'a pointer: `apps/cli/src/send/sensors-page.spec.ts` tries what stands there',
      'where a line may not have been recorded the whole answer is 503, and what is sent again counts once.':
        'an outage between two lines cannot be provoked from outside: `apps/ingest/src/tetragon/tetragon.controller.spec.ts` does it',
    },
  },
];
