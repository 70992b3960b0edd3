import type { KafkaConnection } from './kafka-options';

/**
 * How long before the end of its session a connection logs in again. As long as a request may wait in the broker behind
 * others: what arrives later ends the connection. kafkajs' own 10 s make every request log in where sessions are shorter,
 * and Kafka refuses that.
 */
const LOGIN_AHEAD_MS = 3_000;

/** What kafkajs is told about Kafka, whichever of its parts is used. */
export const clientOptions = ({ brokers, clientId = 'parapet', ssl, sasl }: KafkaConnection) => ({
  brokers: [...brokers],
  clientId,
  reauthenticationThreshold: LOGIN_AHEAD_MS,
  ...(ssl !== undefined && { ssl }),
  // A copy: kafkajs keeps its own things in it.
  ...(sasl !== undefined && { sasl: { ...sasl } }),
});
