import type Cluster from 'kafkajs/src/cluster';

/** A request of the protocol, written by us. */
export interface Question<A> {
  readonly apiKey: number;
  readonly apiVersion: number;
  readonly apiName: string;
  /** Without the header. */
  readonly bytes: Buffer;
  /** Reads the answer, without its header. */
  readonly decode: (answer: Buffer) => A;
  /** How long the answer may take (ms), where that is longer than for any other request. */
  readonly timeoutMs?: number;
}

/** Asks a broker over the connection that kafkajs has to it. */
export function ask<A>(broker: Cluster.Broker, question: Question<A>): Promise<A> {
  const { bytes, decode, timeoutMs, ...api } = question;
  return broker.connectionPool.send({
    request: { ...api, encode: async () => ({ buf: bytes, buffer: bytes }) },
    response: { decode: async (answer) => decode(answer), parse: async (decoded) => decoded },
    ...(timeoutMs !== undefined && { requestTimeout: timeoutMs }),
  });
}
