import { randomBytes } from 'node:crypto';

/** The servers that deployments share, as they are named in the settings of the services. */
export interface Servers {
  /** host:port, separated by commas. */
  readonly kafka: string;
  /** mongodb://…, with or without a database. */
  readonly mongo: string;
}

/** What a deployment has for itself on the servers: the beginning of its topics' and groups' names, and a database. */
export interface Storage {
  readonly kafka: string;
  readonly prefix: string;
  /** With the database. */
  readonly mongo: string;
}

/** The servers named by KAFKA_BROKERS and MONGODB_URL. @throws when they are not named. */
export function givenServers(): Servers {
  const { KAFKA_BROKERS: kafka, MONGODB_URL: mongo } = process.env;
  if (!kafka || !mongo)
    throw new Error(
      'KAFKA_BROKERS and MONGODB_URL must name running servers: `npm test` starts them',
    );
  return { kafka, mongo };
}

/** Names that no other deployment has. */
export function freshStorage(servers: Servers): Storage {
  const name = `e2e-${randomBytes(5).toString('hex')}`;
  return { kafka: servers.kafka, prefix: `${name}.`, mongo: withDatabase(servers.mongo, name) };
}

/** The same server and options, another database. */
function withDatabase(url: string, database: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url);
  if (!parts?.[1]) throw new Error(`not the address of a MongoDB server: ${url}`);
  return `${parts[1]}/${database}${parts[2] ?? ''}`;
}

/** The same as `url`, reached at another host and port. */
export function movedTo(url: string, address: string): string {
  return url.replace(/^(mongodb:\/\/(?:[^@/]*@)?)[^/?]+/, `$1${address}`);
}
