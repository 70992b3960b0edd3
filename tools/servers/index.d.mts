/** A server that a test started: a process of this machine, or a container. */
export interface TestServer {
  readonly way: 'native' | 'container';
  /** What runs, with its version. */
  readonly version: string;
  readonly port: number;
  /** Where its data and logs lie; undefined for a container. */
  readonly dataDir: string | undefined;
  /** Of its processes that run now; empty for a container. */
  pids(): number[];
  /** Starts it again over the same data on the same port; resolves when it answers. Nothing to do while it runs. */
  start(): Promise<void>;
  /** Ends it in order. Its data stays. */
  stop(): Promise<void>;
  /** SIGKILL to all of it at once; resolves when it is gone. Its data stays. */
  kill9(): Promise<void>;
  /** Ends it and removes its data, unless that lies in a folder that was given. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** A free one by default. */
  readonly port?: number;
  /** A temporary folder by default. A given one always means a process, not a container. */
  readonly dataDir?: string;
  /** Whether it ends with the process that started it, even when that is killed (default true). */
  readonly guarded?: boolean;
}

/** What a started server leaves on the machine, as plain data. */
export interface Remains {
  readonly processes: readonly { pid: number; born: string; signal: NodeJS.Signals }[];
  readonly containers: readonly string[];
  readonly folder?: string;
}

/** How clients reach a Kafka that lets in only whom it knows. */
export interface KafkaSecurity {
  /**
   * Passwords by name; letters, digits and .@+-_ only. Each user may log in with PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. Over
   * data that is there already, SCRAM knows the users of the first start and PLAIN those given now. The first may do everything, the
   * others what ACLs allow them.
   */
  readonly users: Readonly<Record<string, string>>;
  /** Milliseconds after which a connection must have logged in again, else it is ended; never by default. */
  readonly reauthenticateMs?: number;
}

/**
 * A Kafka of its own. Installs what is missing the first time (about 10 s).
 * @throws Advice, a sentence that says what to do, where it cannot be had
 */
export function startKafka(
  options?: StartOptions & {
    /** host:port at which clients are told to find it, where that is something in between. */
    readonly advertised?: string;
    /**
     * Clients reach it by TLS and must log in; there is no other listener for them. Its certificate names localhost and
     * 127.0.0.1. Always a process, not a container: the image formats its storage itself, without users for SCRAM.
     */
    readonly secured?: KafkaSecurity;
  },
): Promise<
  TestServer & {
    readonly brokers: string;
    /** PEM file with the certificate of the authority that a secured one is to be trusted by, as long as its data lies there. */
    readonly caFile: string | undefined;
  }
>;

/**
 * Brokers that are one Kafka together, with the ids 1, 2, …; always processes. From three on each is a controller, too, and any minority
 * can be ended; of two the first one is, and can be ended only with the other.
 */
export function startKafkas(
  count: number,
): Promise<readonly (TestServer & { readonly brokers: string })[]>;

/**
 * A server of its own that speaks MongoDB's protocol. Installs what is missing the first time (about a minute).
 * @throws Advice, a sentence that says what to do, where it cannot be had
 */
export function startMongo(options?: StartOptions): Promise<TestServer & { readonly url: string }>;

/**
 * A TCP port of this machine that nobody listens on, and that no client is given for a connection: whoever listens on it
 * can end and come back to it.
 */
export function freePort(): Promise<number>;

/**
 * Ends a process of this machine by SIGKILL should the one that asks end without having taken it back, even when that is
 * killed itself.
 * @returns takes it back: the process has ended
 */
export function endWithUs(pid: number): () => void;

/**
 * Both: those named by KAFKA_BROKERS and MONGODB_URL, else new ones.
 * @throws Advice
 */
export function openServers(options?: Pick<StartOptions, 'guarded'>): Promise<{
  /** KAFKA_BROKERS and MONGODB_URL. */
  readonly env: Readonly<Record<'KAFKA_BROKERS' | 'MONGODB_URL', string>>;
  /** Those that were started. */
  readonly servers: readonly (TestServer & { remains(): Remains })[];
  close(): Promise<void>;
}>;
