/** So many requests in a fixed window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** The limits of requests. */
export interface RateLimits {
  readonly on: boolean;
  /** Per user token. */
  readonly user: RateLimit;
  /** GET /v1/events, per user token, beside the one above. */
  readonly events: RateLimit;
  /** Per agent. */
  readonly agent: RateLimit;
  /** Per dashboard session. */
  readonly session: RateLimit;
  /** Per address, for requests that carry no valid token (public routes under /v1, unknown paths, refused tokens). */
  readonly address: RateLimit;
  /** Per address, for refused tokens alone: tighter than the one above. */
  readonly refused: RateLimit;
}

/** How the brokers are reached, and what topics are created as. */
export interface KafkaSettings {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  readonly prefix: string;
  readonly replication: number;
  readonly ssl: boolean;
  readonly sasl: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  } | null;
}

type Root = 'always_on' | 'always_off' | 'traceidratio';

/** What is traced. To whom it is told, and how, the SDK reads from the environment by itself. */
export interface TraceSettings {
  /** As the specification of OpenTelemetry names them. */
  readonly sampler: Root | `parentbased_${Root}`;
  /** Of traces that begin here, from 0 to 1; for the samplers `…traceidratio`. */
  readonly ratio: number;
}

/** The services that a gateway forwards to. */
export type ServiceName = 'ingest' | 'detection' | 'registry' | 'notifier';

/**
 * Every setting of the house, read once from the environment (`readSettings`). An abstract class, so that it is the type
 * and the Nest token. Times in milliseconds. What each means to an operator: `settings.table.ts`.
 */
export abstract class Settings {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Absolute path. */
  abstract readonly dataDir: string;
  /** Where people reach the dashboard; no trailing slash. Links in webhooks begin with it. */
  abstract readonly publicUrl: string;
  abstract readonly adminToken: string | null;
  /** 32 bytes, derived from SECRET_KEY; without that from a secret which is made in `dataDir` when this is first read. */
  abstract readonly secretKey: Buffer;
  /** As `secretKey`, what it was before; empty where it was never another. */
  abstract readonly previousSecretKeys: readonly Buffer[];
  /** Which adapter keeps the log, and which the documents. */
  abstract readonly eventLog: 'embedded' | 'kafka';
  abstract readonly readModel: 'embedded' | 'mongodb';
  /** Given when the log is `kafka`, else null. */
  abstract readonly kafka: KafkaSettings | null;
  /** Given when the documents are in `mongodb`, else null. */
  abstract readonly mongodbUrl: string | null;
  /** Origins of each service, for the gateway; empty where none was given. */
  abstract readonly services: Readonly<Record<ServiceName, readonly string[]>>;
  abstract readonly rateLimit: RateLimits;
  abstract readonly agentTimeoutMs: number;
  /** An agent that was heard regularly and then not for so long went silent; null where nobody is to be told. */
  abstract readonly agentSilentAfterMs: number | null;
  abstract readonly webhookAllowHttp: boolean;
  /** CIDRs that webhooks may reach although they are special-purpose. */
  abstract readonly webhookAllowCidrs: readonly string[];
  /** Delay before each attempt, counted from the attempt before; the first is 0. */
  abstract readonly webhookScheduleMs: readonly number[];
  /** A webhook whose attempts have all failed for so long is disabled; null for never. */
  abstract readonly webhookDisableAfterMs: number | null;
  abstract readonly observationRetentionMs: number;
  /** File with the operator's own catalog of techniques, or null. */
  abstract readonly detectionCatalog: string | null;
  abstract readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Null where nothing is traced. */
  abstract readonly traces: TraceSettings | null;
  /** Whether `/metrics` is served. */
  abstract readonly metrics: boolean;
  /** Connections at once; more are refused. */
  abstract readonly maxConnections: number;
  /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
  abstract readonly trustProxy: readonly string[];
  /** What an operator should know of these settings although nothing is wrong with them; one sentence each. */
  abstract readonly warnings: readonly string[];
}
