import type { SASLOptions } from 'kafkajs';
import type { ConnectionOptions } from 'node:tls';
import type { LogOptions } from '../log-options';

/** Where Kafka is and how to reach it. */
export interface KafkaConnection {
  /** `host:port`; any that answers tells of the others. */
  readonly brokers: readonly string[];
  /** What Kafka calls this process in its logs and quotas. Default: `parapet`. */
  readonly clientId?: string;
  /** Begins the names of topics and groups, so that several houses share a Kafka. Default: empty. */
  readonly prefix?: string;
  readonly ssl?: ConnectionOptions | true | undefined;
  readonly sasl?: SASLOptions | undefined;
  /** Where a broker is reached when not under the address that Kafka tells of it (a tunnel, a proxy). */
  readonly address?: (
    host: string,
    port: number,
  ) => { readonly host: string; readonly port: number };
}

/** How `openKafkaEventLog` opens the log. */
export interface KafkaEventLogOptions extends KafkaConnection, LogOptions {
  /** Copies of each record, for topics that are created. From 3 on two of them must have it before it counts. Default: 3. */
  readonly replication?: number;
  /**
   * Whether topics that are there already are given the retention. False for who only looks in, and may have been told another.
   * Default: true.
   */
  readonly expires?: boolean;
  /** Whether topics that are missing are made. False for who only looks in: it is told which are, and of which setting. Default: true. */
  readonly creates?: boolean;
  /**
   * Called once when a consumer can never go on (Kafka refuses this member, or a bug of ours): only a new process helps.
   * Default: throws, which ends the process unless it handles uncaught exceptions.
   */
  readonly onLost?: (error: Error) => void;
  /** Ends the wait for a Kafka that is away when the log is opened. */
  readonly signal?: AbortSignal;
}
