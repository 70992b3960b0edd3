import { KafkaJSConnectionError } from 'kafkajs';
import { asUnavailable } from './kafka-errors';
import { doubtOf, refusalOf } from './refusal';

const wrapped = (cause: Error): Error => new Error('outer', { cause });

const login = (what: string): Error =>
  Object.assign(new Error(`SASL PLAIN authentication failed: ${what}`), {
    name: 'KafkaJSSASLAuthenticationError',
  });

const certificate = (code: string): Error =>
  new KafkaJSConnectionError(`Connection error: ${code}`, { code });

const typed = (type: string): Error => Object.assign(new Error(type), { type });

describe('what only another setting mends', () => {
  it.each([
    [login('Authentication failed: Invalid username or password'), 'KAFKA_PASSWORD'],
    [typed('UNSUPPORTED_SASL_MECHANISM'), 'KAFKA_SASL_MECHANISM'],
    [typed('ILLEGAL_SASL_STATE'), 'KAFKA_USERNAME'],
    [typed('TOPIC_AUTHORIZATION_FAILED'), 'KAFKA_USERNAME needs Create'],
    [typed('GROUP_AUTHORIZATION_FAILED'), 'KAFKA_USERNAME needs Read of the groups'],
    [certificate('SELF_SIGNED_CERT_IN_CHAIN'), 'NODE_EXTRA_CA_CERTS'],
    [certificate('ERR_TLS_CERT_ALTNAME_INVALID'), 'KAFKA_BROKERS'],
  ])('is said with its name: %s', (error, setting) => {
    expect(refusalOf(wrapped(wrapped(error)))).toContain(setting);
    expect(refusalOf(error)).toContain(error.message);
  });

  it('is what a caller hears of a running process, too', () => {
    const error = login('Authentication failed');
    expect(asUnavailable(error)).toMatchObject({ message: refusalOf(error) });
  });

  it('is not a login that broke off, nor a certificate that can be renewed, nor a Kafka that is away', () => {
    const broke = ['Closed connection', 'Connection timeout', 'Request x timed out'].map(login);
    for (const error of [...broke, certificate('CERT_HAS_EXPIRED'), certificate('ECONNREFUSED')])
      expect(refusalOf(wrapped(error))).toBeUndefined();
    expect(refusalOf('nothing')).toBeUndefined();
  });
});

describe('what to look at while waiting', () => {
  it('is said where a listener ends connections, and only there', () => {
    const early = new KafkaJSConnectionError('disconnected before secure TLS connection was made');
    const closed = Object.assign(new Error('Closed connection'), {
      name: 'KafkaJSConnectionClosedError',
    });
    expect(doubtOf(wrapped(early))).toContain('KAFKA_SSL');
    expect(doubtOf(wrapped(closed))).toContain('KAFKA_USERNAME');
    expect(doubtOf(certificate('ECONNREFUSED'))).toBeUndefined();
  });

  it('is said where topics want more copies than there are brokers', () => {
    const errors = [typed('TOPIC_ALREADY_EXISTS'), typed('INVALID_REPLICATION_FACTOR')];
    const refused = Object.assign(new Error('Topic creation errors'), { errors });
    expect(doubtOf(wrapped(refused))).toContain('KAFKA_REPLICATION');
  });
});
