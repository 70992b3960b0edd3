import { Unavailable } from '@parapet/contracts';
import { GROUPS_NEED, refusalOf } from './refusal';

/** Whatever was thrown, as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** What Kafka answers who lacks a permission: somebody may give it back. */
const FORBIDDEN = [
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
];

/** What Kafka answers when a request itself is wrong: trying again would not help. */
const WRONG = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_REQUIRED_ACKS',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_REQUEST',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
  'INCONSISTENT_GROUP_PROTOCOL',
  'INVALID_CONFIG',
  'POLICY_VIOLATION',
  'UNSUPPORTED_VERSION',
  ...FORBIDDEN,
]);

/** What is known of the cluster may not hold any more, or not yet: with fresh metadata it may work. */
const MOVED_LEADER = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'REPLICA_NOT_AVAILABLE',
  'KAFKA_STORAGE_ERROR',
  'TOPIC_AUTHORIZATION_FAILED',
]);

/** This member is not, or not in this generation, a member of the group: it must join again. */
const NO_MEMBER = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'FENCED_INSTANCE_ID',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
]);

/** What Kafka calls the error (`OFFSET_OUT_OF_RANGE`), however deep kafkajs has wrapped it; undefined when Kafka did not answer. */
export function typeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('type' in error && typeof error.type === 'string') return error.type;
  if ('errors' in error && Array.isArray(error.errors)) return worstOf(error.errors);
  return typeOf(error.cause);
}

/** Of several at once, as when topics are created. */
function worstOf(errors: readonly unknown[]): string | undefined {
  const types = errors.filter(isRefusal).map(typeOf);
  return types.find((type) => type !== undefined && WRONG.has(type)) ?? types[0];
}

const isRefusal = (error: unknown): boolean => typeOf(error) !== 'TOPIC_ALREADY_EXISTS';

/** Which topics could not be created, and why: what kafkajs says of several at once names none. Undefined for any other error. */
export function topicsRefused(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'KafkaJSAggregateError') return undefined;
  if (!('errors' in error && Array.isArray(error.errors))) return undefined;
  const each = error.errors.filter(isRefusal).map((one: unknown) => {
    if (!(one instanceof Error)) return String(one);
    return 'topic' in one ? `${String(one.topic)}: ${one.message}` : one.message;
  });
  const why = `topics cannot be created: ${each.join('; ')}`;
  const forbidden: unknown = error.errors.find(isForbidden);
  return forbidden ? `${reasonOf(forbidden)}; ${why}` : why;
}

export const isMovedLeader = (error: unknown): boolean =>
  MOVED_LEADER.has(typeOf(error) ?? '') || isUnknownBroker(error);

export const isNoMember = (error: unknown): boolean => NO_MEMBER.has(typeOf(error) ?? '');

/** Whether the group has told a newcomer the id by which to ask again. */
export const isMemberIdRequired = (error: unknown): boolean =>
  typeOf(error) === 'MEMBER_ID_REQUIRED';

/** Whether the request itself was refused: a bug of ours or a permission that is missing. */
export const isWrong = (error: unknown): boolean => WRONG.has(typeOf(error) ?? '');

/** Whether it was refused because this process may not do it. */
export const isForbidden = (error: unknown): boolean => FORBIDDEN.includes(typeOf(error) ?? '');

/** Whether nobody can mend it while this process runs: a permission that was taken away may be given back. */
export const isHopeless = (error: unknown): boolean => isWrong(error) && !isForbidden(error);

/** Whether a leader waited in vain for its replicas: nobody waits for another try. */
export const isReplicaLate = (error: unknown): boolean => typeOf(error) === 'REQUEST_TIMED_OUT';

/** Whether no answer came: refused, closed, timed out. What was sent may have been done all the same. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  typeOf(error) === undefined &&
  fromKafkajs(error) &&
  !isUnknownBroker(error);

/**
 * What a caller of the port hears: `Unavailable` for everything that means that Kafka is away or not ready, or has taken a
 * permission away, else the error itself.
 */
export function asUnavailable<E>(error: E): E | Unavailable {
  if (!(error instanceof Error) || error instanceof Unavailable) return error;
  if (!fromKafkajs(error) || isHopeless(error)) return error;
  return new Unavailable(reasonOf(error), 1, { told: AWAY, cause: error });
}

/** What clients are told of a Kafka that is away, whatever the reason. */
export const AWAY = 'Kafka is away';

/** Why Kafka is away, in a sentence. */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return refusal;
  if (!(error instanceof Error)) return `${AWAY}: ${String(error)}`;
  const { name, message } = rootOf(error);
  return `${AWAY}: ${message}${name === UNCOORDINATED ? ` (if that stays so: ${GROUPS_NEED})` : ''}`;
}

/** Of a group: what Kafka answered, be it that this process may not know, kafkajs keeps to itself. */
const UNCOORDINATED = 'KafkaJSGroupCoordinatorNotFound';

/** A broker was asked for that is not among those that were told: others may answer. */
const isUnknownBroker = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'KafkaJSBrokerNotFound' || isUnknownBroker(error.cause));

const rootOf = (error: Error): Error =>
  error.cause instanceof Error ? rootOf(error.cause) : error;

const fromKafkajs = (error: Error): boolean => error.name.startsWith('KafkaJS');

/** Nothing lies at the offset that was asked for: retention has removed it, or the log is another one. */
export const isOutOfRange = (error: unknown): boolean => typeOf(error) === 'OFFSET_OUT_OF_RANGE';
