/** What somebody must change before Kafka and this process come together, in a sentence: its stack would say nothing of that. */
export class KafkaRefusal extends Error {
  override readonly name = 'KafkaRefusal';
}

const NOT_ALLOWED = 'Kafka does not allow this process what it needs';
const TOPICS_NEED =
  'KAFKA_USERNAME needs Create, Describe, Read and Write of the topics that begin with KAFKA_TOPIC_PREFIX';
export const GROUPS_NEED =
  'KAFKA_USERNAME needs Read of the groups that begin with KAFKA_TOPIC_PREFIX';

/** What an operator is told, by what kafkajs, Kafka or Node call the error. */
const SENTENCES: Readonly<Record<string, string>> = {
  KafkaJSSASLAuthenticationError:
    'Kafka does not let this process in: look at KAFKA_USERNAME, KAFKA_PASSWORD and KAFKA_SASL_MECHANISM',
  UNSUPPORTED_SASL_MECHANISM:
    'Kafka does not offer this way to log in: look at KAFKA_SASL_MECHANISM',
  ILLEGAL_SASL_STATE:
    'Kafka lets nobody log in there: leave KAFKA_USERNAME out, or name another listener in KAFKA_BROKERS',
  TOPIC_AUTHORIZATION_FAILED: `${NOT_ALLOWED}: ${TOPICS_NEED}`,
  GROUP_AUTHORIZATION_FAILED: `${NOT_ALLOWED}: ${GROUPS_NEED}`,
  CLUSTER_AUTHORIZATION_FAILED: `${NOT_ALLOWED}: ${TOPICS_NEED}`,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of Kafka is for other names: KAFKA_BROKERS and what brokers advertise must be among them',
};

const NOT_TRUSTED =
  'the certificate of Kafka is not trusted: name the PEM file of its authority in NODE_EXTRA_CA_CERTS';

/** What Node calls it when it does not know who signed. One that has expired is not here: waiting may mend that. */
const UNKNOWN_AUTHORITY = new Set([
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** kafkajs calls it a failed login, too, when the connection broke during one. */
const BROKE = /: (Closed connection|Connection |Not connected|Request .* timed out)/;

/**
 * Why Kafka and this process will not come together before somebody changes a setting, in a sentence that names it; undefined
 * when waiting may help.
 */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const sentence = sentenceOf(error);
  if (sentence === undefined) return refusalOf(error.cause);
  return `${sentence} (${error.message})`;
}

function sentenceOf(error: Error): string | undefined {
  const { name, type, code, message }: Error & { type?: unknown; code?: unknown } = error;
  if (BROKE.test(message) && name in SENTENCES) return undefined;
  if (UNKNOWN_AUTHORITY.has(String(code))) return NOT_TRUSTED;
  return SENTENCES[name] ?? SENTENCES[String(type)] ?? SENTENCES[String(code)];
}

/**
 * What to look at if an error does not go away, although waiting may mend it: a listener that was to be spoken to otherwise just
 * ends connections, and brokers that are still coming are too few.
 */
export function doubtOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('type' in error && error.type === 'INVALID_REPLICATION_FACTOR')
    return 'if no more brokers are to come: does KAFKA_REPLICATION ask for more copies than there are brokers?';
  if (/before secure TLS connection/.test(error.message))
    return 'if it is up: does this listener speak TLS, as KAFKA_SSL says?';
  if (error.name === 'KafkaJSConnectionClosedError')
    return 'if it is up: does this listener want TLS (KAFKA_SSL) or a login (KAFKA_USERNAME)?';
  // Of topics that are created at once each has an error of its own.
  const within: unknown[] =
    'errors' in error && Array.isArray(error.errors) ? error.errors : [error.cause];
  return within.map(doubtOf).find((doubt) => doubt !== undefined);
}
