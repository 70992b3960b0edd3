import * as as from './parsers';
import { proxies, ranges } from './ranges';

/** One setting: an environment variable, what it means, what it is when it is not given. */
export interface SettingSpec<T> {
  /** One sentence for operators; in `.env.example` and the documentation. */
  readonly meaning: string;
  /** Text that is parsed when the variable is absent or empty; null when there is none. */
  readonly fallback: string | null;
  readonly parse: as.Parser<T>;
}

const setting = <T>(parse: as.Parser<T>, fallback: string, meaning: string): SettingSpec<T> => ({
  parse,
  fallback,
  meaning,
});
const optional = <T>(parse: as.Parser<T>, meaning: string): SettingSpec<T | null> => ({
  parse,
  fallback: null,
  meaning,
});

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const LOGS = ['embedded', 'kafka'] as const;
const DOCUMENTS = ['embedded', 'mongodb'] as const;
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
const ROOTS = ['always_on', 'always_off', 'traceidratio'] as const;
const SAMPLERS = [...ROOTS, ...ROOTS.map((root) => `parentbased_${root}` as const)];
const anyText: as.Parser<string> = (text) => text;

/** Every setting of the house, by its environment variable, in the order of `.env.example`. */
export const SETTINGS = {
  PORT: setting(as.port, '8080', 'Port that is listened on; 0 takes any free one.'),
  HOST: setting(
    anyText,
    '0.0.0.0',
    'Address that is listened on. 0.0.0.0 means :: where the machine has IPv6 addresses only.',
  ),
  DATA_DIR: setting(
    as.folder,
    './data',
    'Folder of the embedded log and documents and of the made secrets. Not touched where none of them is used.',
  ),
  PUBLIC_URL: optional(
    as.httpUrl,
    'Where people reach the house from outside; links in webhooks and exports begin with it. With https, browsers are told to keep to https. Without it: http://localhost:PORT, which behind a gateway is the port of the service itself.',
  ),
  ADMIN_TOKEN: optional(
    as.token(24, 500, 'make one with: openssl rand -hex 24'),
    'Token with every permission, 24 to 500 characters of ASCII. Without it one is made at the first start and printed once. Needed with EVENT_LOG=kafka: all processes must have the same.',
  ),
  SECRET_KEY: optional(
    as.text(32, 'make one with: openssl rand -hex 32'),
    'Key that seals webhook secrets and derives what an Idempotency-Key makes, at least 32 characters. Without it one is made in DATA_DIR/secret-key; keep it as well as the data. Needed with EVENT_LOG=kafka: all processes must have the same.',
  ),
  SECRET_KEY_PREVIOUS: optional(
    as.formerKeys,
    'What SECRET_KEY was before, newest first, separated by commas (a comma within a key is written \\,). What is sealed with one of these is sealed again with SECRET_KEY; the log says when they can be removed.',
  ),
  EVENT_LOG: setting(
    as.oneWordOf(LOGS),
    'embedded',
    'What keeps the log: embedded (SQLite, one process) or kafka (any number of processes).',
  ),
  KAFKA_BROKERS: optional(
    as.brokers,
    'Brokers to begin with, as host:port separated by commas. Needed with EVENT_LOG=kafka.',
  ),
  KAFKA_TOPIC_PREFIX: setting(
    as.topicPrefix,
    '',
    'Begins the names of all topics and groups, where a cluster is shared.',
  ),
  KAFKA_REPLICATION: setting(
    as.integer(1, 15),
    '3',
    'Copies of each topic, as it is created; 1 for a single broker.',
  ),
  KAFKA_SSL: setting(
    as.onOff,
    'off',
    'Whether brokers are spoken to by TLS. Their certificates must be signed by an authority that Node trusts; for one of your own, name its PEM file in NODE_EXTRA_CA_CERTS, a variable of Node that is read once as the process starts.',
  ),
  KAFKA_USERNAME: optional(
    anyText,
    'Name to log in to the brokers with; together with KAFKA_PASSWORD.',
  ),
  KAFKA_PASSWORD: optional(anyText, 'Password to log in to the brokers with.'),
  KAFKA_SASL_MECHANISM: setting(
    as.oneWordOf(MECHANISMS),
    'plain',
    'How to log in to the brokers: plain, scram-sha-256 or scram-sha-512.',
  ),
  READ_MODEL: setting(
    as.oneWordOf(DOCUMENTS),
    'embedded',
    'What keeps the documents: embedded (SQLite) with an embedded log, mongodb with kafka.',
  ),
  MONGODB_URL: optional(
    as.mongodbUrl,
    'Where the documents are: mongodb://…/database; without a name the database is parapet. Needed with READ_MODEL=mongodb.',
  ),
  INGEST_URL: optional(
    as.addresses,
    'Where the gateway finds ingest: addresses such as http://ingest:8080, separated by commas; used in turn.',
  ),
  DETECTION_URL: optional(as.addresses, 'Where the gateway finds detection.'),
  REGISTRY_URL: optional(as.addresses, 'Where the gateway finds the registry.'),
  NOTIFIER_URL: optional(as.addresses, 'Where the gateway finds the notifier.'),
  RATE_LIMIT: setting(as.onOff, 'on', 'Whether requests are limited: on or off.'),
  RATE_LIMIT_USER: setting(as.rate, '1000/1h', 'Requests per user token.'),
  RATE_LIMIT_EVENTS: setting(as.rate, '100/1m', 'GET /v1/events per user token, besides.'),
  RATE_LIMIT_AGENT: setting(as.rate, '360000/1h', 'Requests per agent.'),
  RATE_LIMIT_SESSION: setting(
    as.rate,
    '20000/1h',
    'Requests of all dashboard sessions of a user token together.',
  ),
  RATE_LIMIT_ADDRESS: setting(
    as.rate,
    '1000/1h',
    'Requests without a valid token per address. Requests with one never count here, so a fleet behind one address is safe.',
  ),
  RATE_LIMIT_REFUSED: setting(as.rate, '100/10m', 'Refused tokens (401) per address.'),
  AGENT_TIMEOUT: setting(
    as.duration,
    '120s',
    'An agent that was not heard of for so long is disconnected.',
  ),
  AGENT_SILENT_AFTER: setting(
    as.durationOrOff,
    '15m',
    'An agent that was heard regularly (four times as long without such a pause) and then not for so long raises the issue "Agent went silent", GitHub Actions excepted; never before AGENT_TIMEOUT; off for none.',
  ),
  WEBHOOK_ALLOW_HTTP: setting(as.onOff, 'off', 'Whether webhooks may use http: beside https:.'),
  WEBHOOK_ALLOW_CIDRS: setting(
    ranges,
    '',
    'Private ranges that webhooks may reach, separated by commas; every other private address is refused.',
  ),
  WEBHOOK_SCHEDULE: setting(
    as.schedule,
    '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h',
    'Wait before each attempt of a delivery, counted from the attempt before.',
  ),
  WEBHOOK_DISABLE_AFTER: setting(
    as.durationOrOff,
    '5d',
    'A webhook whose attempts have all failed for so long is disabled; off leaves it enabled.',
  ),
  OBSERVATION_RETENTION: setting(as.duration, '30d', 'How long observations are kept.'),
  DETECTION_CATALOG: optional(
    anyText,
    'JSON file with techniques of your own, beside the built-in catalog.',
  ),
  LOG_LEVEL: setting(
    as.oneWordOf(LEVELS),
    'info',
    'Least important level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  METRICS: setting(as.onOff, 'on', 'Whether /metrics is served (Prometheus, without a token).'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    as.httpUrl,
    'Where traces are sent, by OTLP over HTTP (JSON), such as http://collector:4318. Without it nothing is traced. With it the other variables of OpenTelemetry about the sending count too, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_SERVICE_NAME.',
  ),
  OTEL_TRACES_SAMPLER: setting(
    as.oneWordOf(SAMPLERS),
    'parentbased_always_on',
    'Which traces are sent: always_on, always_off, traceidratio, or the same behind parentbased_, which follows what a client says of its own in traceparent.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    as.share,
    '1',
    'With a sampler that ends in traceidratio: the share of traces that are sent, from 0 to 1, such as 0.01.',
  ),
  MAX_CONNECTIONS: setting(as.integer(1, 1_000_000), '10000', 'Connections at once.'),
  TRUST_PROXY: setting(
    proxies,
    '',
    'Addresses or ranges of proxies whose X-Forwarded-For is believed, separated by commas. A service behind the gateway names the gateway here.',
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
/** What each setting parses to; null when it was not given and has no fallback. */
export type SettingValues = {
  readonly [N in SettingName]: ReturnType<(typeof SETTINGS)[N]['parse']>;
};
