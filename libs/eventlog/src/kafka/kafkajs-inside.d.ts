/**
 * The parts of kafkajs 2.2.4 that this folder uses below its public API (it exports no types for them): connections and
 * metadata (`Cluster`), and the requests of the protocol (`Broker`). The version is pinned; see ADR 0006.
 */
declare module 'kafkajs/src/cluster' {
  import type { ISocketFactory, Logger, RetryOptions, SASLOptions } from 'kafkajs';
  import type { ConnectionOptions } from 'node:tls';

  namespace Cluster {
    interface Options {
      readonly brokers: readonly string[];
      readonly clientId: string;
      readonly ssl?: ConnectionOptions | true | undefined;
      readonly sasl?: SASLOptions | undefined;
      readonly logger: Logger & { namespace(name: string): Logger };
      readonly socketFactory: ISocketFactory;
      readonly connectionTimeout: number;
      readonly authenticationTimeout: number;
      readonly reauthenticationThreshold: number;
      readonly requestTimeout: number;
      readonly enforceRequestTimeout: boolean;
      readonly metadataMaxAge: number;
      readonly allowAutoTopicCreation: boolean;
      readonly retry: RetryOptions;
    }

    /** A request of the protocol in our own words: kafkajs adds the header and finds the answer to it. */
    interface Exchange<A> {
      readonly request: {
        readonly apiKey: number;
        readonly apiVersion: number;
        readonly apiName: string;
        encode(): Promise<{ readonly buf: Buffer; readonly buffer: Buffer }>;
      };
      readonly response: {
        decode(bytes: Buffer): Promise<A>;
        parse(decoded: A): Promise<A>;
      };
      readonly requestTimeout?: number;
    }

    interface TopicOffsets {
      readonly topic: string;
      readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
    }

    interface GroupOffsets {
      readonly topic: string;
      readonly partitions: readonly {
        readonly partition: number;
        readonly offset: string;
        readonly metadata: string | null;
      }[];
    }

    interface Node {
      readonly nodeId: number;
      readonly host: string;
      readonly port: number;
    }

    interface Metadata {
      readonly brokers: readonly Node[];
      readonly topicMetadata: readonly {
        readonly topic: string;
        readonly topicErrorCode: number;
        readonly partitionMetadata: readonly {
          readonly partitionId: number;
          readonly leader: number;
        }[];
      }[];
    }

    interface BrokerPool {
      /** What was told last; null before. */
      readonly metadata: Metadata | null;
      createBroker: (options: object) => Broker;
      /** What was named in the options, or the one of those that answered. */
      readonly seedBroker: Broker;
      connect(): Promise<void>;
      findConnectedBroker: () => Promise<Broker>;
    }

    interface Broker {
      readonly nodeId: number;
      metadata: (topics: readonly string[]) => Promise<Metadata>;
      readonly connectionPool: { send<A>(exchange: Exchange<A>): Promise<A> };
      syncGroup(request: {
        readonly groupId: string;
        readonly generationId: number;
        readonly memberId: string;
        readonly groupAssignment: readonly {
          readonly memberId: string;
          readonly memberAssignment: Buffer;
        }[];
      }): Promise<{ readonly memberAssignment: Buffer }>;
      heartbeat(request: {
        readonly groupId: string;
        readonly groupGenerationId: number;
        readonly memberId: string;
      }): Promise<unknown>;
      leaveGroup(request: {
        readonly groupId: string;
        readonly memberId: string;
      }): Promise<unknown>;
      offsetCommit(request: {
        readonly groupId: string;
        readonly groupGenerationId: number;
        readonly memberId: string;
        readonly topics: readonly GroupOffsets[];
      }): Promise<unknown>;
      offsetFetch(request: {
        readonly groupId: string;
        readonly topics: readonly {
          readonly topic: string;
          readonly partitions: readonly { readonly partition: number }[];
        }[];
      }): Promise<{ readonly responses: readonly GroupOffsets[] }>;
    }
  }

  /** Connections to the brokers and what is known of them. */
  class Cluster {
    constructor(options: Cluster.Options);
    readonly brokerPool: Cluster.BrokerPool;
    connect(): Promise<void>;
    disconnect(): Promise<void>;
    addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
    refreshMetadata(): Promise<void>;
    refreshMetadataIfNecessary(): Promise<void>;
    findBroker(which: { readonly nodeId: number }): Promise<Cluster.Broker>;
    findGroupCoordinator(which: { readonly groupId: string }): Promise<Cluster.Broker>;
    fetchTopicsOffset(
      topics: readonly {
        readonly topic: string;
        readonly partitions: readonly { readonly partition: number }[];
        readonly fromBeginning: boolean;
      }[],
    ): Promise<readonly Cluster.TopicOffsets[]>;
  }

  export = Cluster;
}

declare module 'kafkajs/src/broker' {
  class Broker {
    readonly connectionPool: { readonly host: string; readonly port: number };
    connect(): Promise<void>;
  }
  export = Broker;
}

declare module 'kafkajs/src/network/requestQueue' {
  namespace RequestQueue {
    interface SocketRequest {
      readonly sentAt: number;
      readonly requestTimeout: number;
      timeoutRequest(): void;
    }
  }

  class RequestQueue {
    private readonly pending: readonly unknown[];
    private readonly inflight: ReadonlyMap<number, RequestQueue.SocketRequest>;
    private isConnected(): boolean;
    scheduleCheckPendingRequests(): void;
    scheduleRequestTimeoutCheck(): void;
  }
  export = RequestQueue;
}

declare module 'kafkajs/src/network/connection' {
  class Connection {
    connect(): Promise<boolean>;
  }
  export = Connection;
}

declare module 'kafkajs/src/protocol/error' {
  export function createErrorFromCode(code: number): Error;
}

declare module 'kafkajs/src/protocol/requests/metadata/v6/request' {
  import type Cluster from 'kafkajs/src/cluster';

  function request(wanted: {
    readonly topics: readonly string[];
    readonly allowAutoTopicCreation: boolean;
  }): Cluster.Exchange<unknown>['request'];
  export = request;
}

declare module 'kafkajs/src/protocol/requests/metadata/v6/response' {
  import type Cluster from 'kafkajs/src/cluster';

  export function decode(bytes: Buffer): Promise<Cluster.Metadata>;
}
