import type { KafkaConnection } from './kafka-options';
import { unreachedLast } from './unreached';

/**
 * How long before the end of its session a connection logs in again. As long as a request may wait in the broker behind
 * others: what arrives later ends the connection. kafkajs' own 10 s make every request log in where sessions are shorter,
 * and Kafka refuses that.
 */
const LOGIN_AHEAD_MS = 3_000;

/** kafkajs cuts the name of a broker at its first colon, so an IPv6 address in brackets is told to it without any. */
const withoutColons = (broker: string): string =>
  broker.replace(/^\[.*\]/, (address) => address.replaceAll(':', ';'));

/** A host as sockets take it, of what kafkajs knows it as: `[fd00;;1]` is fd00::1. */
export const hostOf = (known: string): string =>
  known.startsWith('[') ? known.slice(1, -1).replaceAll(';', ':') : known;

/** The same, another one first each turn. */
function rotated<T>(all: readonly T[], turn: number): T[] {
  const first = turn % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

/**
 * What kafkajs is told about Kafka, whichever of its parts is used. It asks the first broker of the list about the others: who asks
 * once more takes another `turn`, for the one of before may take connections and answer nothing. One that could not be reached is asked last.
 */
export const clientOptions = (
  { brokers, clientId = 'parapet', ssl, sasl }: KafkaConnection,
  turn: number,
) => ({
  brokers: unreachedLast(rotated(brokers.map(withoutColons), turn)),
  clientId,
  reauthenticationThreshold: LOGIN_AHEAD_MS,
  ...(ssl !== undefined && { ssl }),
  // A copy: kafkajs keeps its own things in it.
  ...(sasl !== undefined && { sasl: { ...sasl } }),
});
