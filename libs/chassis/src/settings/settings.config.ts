/** So many requests in a fixed window. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Every setting of the house, read once from the environment (`readSettings`). An abstract class, so that it is the type
 * and the Nest token. Times in milliseconds.
 */
export abstract class Settings {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Absolute path. */
  abstract readonly dataDir: string;
  /** Where people reach the dashboard; no trailing slash. Links in webhooks begin with it. */
  abstract readonly publicUrl: string;
  abstract readonly adminToken: string | null;
  /** 32 bytes, derived from SECRET_KEY. */
  abstract readonly secretKey: Buffer;
  abstract readonly rateLimit: {
    readonly on: boolean;
    readonly user: RateLimit;
    readonly events: RateLimit;
    readonly agent: RateLimit;
    readonly session: RateLimit;
  };
  abstract readonly agentTimeoutMs: number;
  abstract readonly webhookAllowHttp: boolean;
  /** CIDRs that webhooks may reach although they are special-purpose. */
  abstract readonly webhookAllowCidrs: readonly string[];
  /** Delay before each attempt, counted from the attempt before; the first is 0. */
  abstract readonly webhookScheduleMs: readonly number[];
  abstract readonly observationRetentionMs: number;
  abstract readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Addresses or CIDRs of proxies whose X-Forwarded-For is believed. */
  abstract readonly trustProxy: readonly string[];
}
