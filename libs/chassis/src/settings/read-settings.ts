import { refuseMixture } from './mixture';
import { keptSecret, secretKeyFrom } from './secret-key';
import type { KafkaSettings, RateLimits, Settings } from './settings.config';
import { SettingsError } from './settings-error';
import { type SettingName, SETTINGS, type SettingSpec, type SettingValues } from './settings.table';

/** The environment, as `process.env` gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(SETTINGS) as SettingName[];

function parseAll(env: Environment): SettingValues {
  const wrong: string[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of NAMES) {
    const { parse, fallback }: SettingSpec<unknown> = SETTINGS[name];
    const text = (isRead(name, env) && env[name]?.trim()) || fallback;
    try {
      values[name] = text === null ? null : parse(text);
    } catch (error) {
      wrong.push(`${name} must be ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  if (wrong.length > 0) throw new SettingsError(wrong);
  return values as SettingValues;
}

/** Others of the same machine may have samplers that are none here: where nothing is traced nobody asks. */
const isRead = (name: SettingName, { OTEL_EXPORTER_OTLP_ENDPOINT }: Environment): boolean =>
  !name.startsWith('OTEL_TRACES_') || Boolean(OTEL_EXPORTER_OTLP_ENDPOINT?.trim());

const limits = (v: SettingValues): RateLimits => ({
  on: v.RATE_LIMIT,
  user: v.RATE_LIMIT_USER,
  events: v.RATE_LIMIT_EVENTS,
  agent: v.RATE_LIMIT_AGENT,
  session: v.RATE_LIMIT_SESSION,
  address: v.RATE_LIMIT_ADDRESS,
  refused: v.RATE_LIMIT_REFUSED,
});

function kafkaOf(v: SettingValues): KafkaSettings | null {
  if (v.EVENT_LOG !== 'kafka') return null;
  const login = { username: v.KAFKA_USERNAME ?? '', password: v.KAFKA_PASSWORD ?? '' };
  return {
    brokers: v.KAFKA_BROKERS ?? [],
    prefix: v.KAFKA_TOPIC_PREFIX,
    replication: v.KAFKA_REPLICATION,
    ssl: v.KAFKA_SSL,
    sasl: v.KAFKA_USERNAME === null ? null : { mechanism: v.KAFKA_SASL_MECHANISM, ...login },
  };
}

function tracesOf(v: SettingValues): Settings['traces'] {
  if (v.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  return { sampler: v.OTEL_TRACES_SAMPLER, ratio: v.OTEL_TRACES_SAMPLER_ARG };
}

const servicesOf = (v: SettingValues): Settings['services'] => ({
  ingest: v.INGEST_URL ?? [],
  detection: v.DETECTION_URL ?? [],
  registry: v.REGISTRY_URL ?? [],
  notifier: v.NOTIFIER_URL ?? [],
});

/** What is right, and yet to be known. */
const DOUBTS: readonly (readonly [doubtful: (v: SettingValues) => boolean, sentence: string])[] = [
  [
    (v) => v.EVENT_LOG === 'embedded' && v.KAFKA_BROKERS !== null,
    'KAFKA_BROKERS is not used: with EVENT_LOG=embedded the log is a file in DATA_DIR.',
  ],
  [
    (v) => v.READ_MODEL === 'embedded' && v.MONGODB_URL !== null,
    'MONGODB_URL is not used: with READ_MODEL=embedded the documents are a file in DATA_DIR.',
  ],
  [(v) => !v.RATE_LIMIT, 'RATE_LIMIT is off: any client may ask as often as it can.'],
  [
    (v) => v.WEBHOOK_ALLOW_HTTP,
    'WEBHOOK_ALLOW_HTTP is on: webhooks to http: addresses can be read on the way.',
  ],
  [
    (v) => v.EVENT_LOG === 'kafka' && v.KAFKA_USERNAME !== null && !v.KAFKA_SSL,
    'KAFKA_SSL is off: what is sent to Kafka can be read on the way, also logins.',
  ],
];

function warningsOf(v: SettingValues, publicUrl: string): string[] {
  const doubts = DOUBTS.flatMap(([doubtful, sentence]) => (doubtful(v) ? [sentence] : []));
  if (v.PUBLIC_URL !== null) return doubts;
  return [`PUBLIC_URL is not set: links in webhooks begin with ${publicUrl}.`, ...doubts];
}

/**
 * Reads every setting from the environment; an empty variable counts as absent. `kept` answers the secret that is used
 * when SECRET_KEY is not set (default: the one in the data directory, made when missing); it is asked when the key is first
 * read, so that a process which needs no key needs no folder either.
 * @throws SettingsError naming every bad setting.
 */
export function readSettings(
  env: Environment,
  kept: (dataDir: string) => string = keptSecret,
): Settings {
  const v = parseAll(env);
  refuseMixture(v);
  let secretKey: Buffer | undefined;
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    publicUrl,
    adminToken: v.ADMIN_TOKEN,
    get secretKey() {
      return (secretKey ??= secretKeyFrom(v.SECRET_KEY ?? kept(v.DATA_DIR)));
    },
    previousSecretKeys: (v.SECRET_KEY_PREVIOUS ?? []).map(secretKeyFrom),
    eventLog: v.EVENT_LOG,
    readModel: v.READ_MODEL,
    kafka: kafkaOf(v),
    mongodbUrl: v.READ_MODEL === 'mongodb' ? v.MONGODB_URL : null,
    services: servicesOf(v),
    rateLimit: limits(v),
    agentTimeoutMs: v.AGENT_TIMEOUT,
    agentSilentAfterMs: v.AGENT_SILENT_AFTER,
    webhookAllowHttp: v.WEBHOOK_ALLOW_HTTP,
    webhookAllowCidrs: v.WEBHOOK_ALLOW_CIDRS,
    webhookScheduleMs: v.WEBHOOK_SCHEDULE,
    webhookDisableAfterMs: v.WEBHOOK_DISABLE_AFTER,
    observationRetentionMs: v.OBSERVATION_RETENTION,
    detectionCatalog: v.DETECTION_CATALOG,
    logLevel: v.LOG_LEVEL,
    traces: tracesOf(v),
    metrics: v.METRICS,
    maxConnections: v.MAX_CONNECTIONS,
    trustProxy: v.TRUST_PROXY,
    warnings: warningsOf(v, publicUrl),
  };
}

/** The text of `.env.example`: every setting with its meaning and default. */
export function environmentExample(): string {
  const lines = NAMES.map((name) => {
    const { meaning, fallback } = SETTINGS[name];
    return `# ${meaning}\n#${name}=${fallback ?? ''}\n`;
  });
  return `# Every setting. Uncomment what you change; what is absent has the value shown.\n\n${lines.join('\n')}`;
}
