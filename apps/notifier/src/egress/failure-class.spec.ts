import { errors } from 'undici';
import { failureClass, failureText } from './failure-class';

const failing = (code: string): Error => Object.assign(new Error('it failed'), { code });

test.each([
  ['a key that is too weak, and whatever else OpenSSL has a sentence for alone', 'UNSPECIFIED'],
  ['a certificate of a client', 'INVALID_PURPOSE'],
  ['a chain that is too long for one of its authorities', 'PATH_LENGTH_EXCEEDED'],
  ['a certificate that was revoked', 'CERT_REVOKED'],
  ['a certificate of nobody', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['another name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['a date that is none', 'ERROR_IN_CERT_NOT_AFTER_FIELD'],
])('%s is a failure of TLS', (_, code) => expect(failureClass(failing(code))).toBe('tls'));

test.each([
  ['ECONNRESET', 'closed'],
  ['UND_ERR_SOCKET', 'closed'],
  ['ECONNREFUSED', 'connect'],
  ['ETIMEDOUT', 'timeout'],
])('%s is %s', (code, expected) => expect(failureClass(failing(code))).toBe(expected));

test('of several addresses each says why, and none that it took longer than it did', () => {
  const each = ['connect ETIMEDOUT 1.1.1.1:443', 'connect ECONNREFUSED 1.0.0.1:443'];
  const cause = new AggregateError(each.map((text) => new Error(text)));
  const error = new errors.ConnectTimeoutError('Connect Timeout Error (timeout: 5000ms)');
  expect(failureText(Object.assign(error, { cause }))).toBe(each.join('; '));
});
