/** Why an attempt got no answer. */
export type FailureClass =
  'refused_url' | 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'closed';

const BY_CODE: Readonly<Record<string, FailureClass>> = {
  REFUSED_ADDRESS: 'refused_address',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  NAME_NOT_RESOLVED: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  EPROTO: 'tls',
};

const TLS_CODE =
  /^(ERR_(SSL|TLS)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** A field of a thrown thing, when it is a text. */
const textOf = (error: unknown, field: 'code' | 'message'): string => {
  const value: unknown = typeof error === 'object' && error !== null && Reflect.get(error, field);
  return typeof value === 'string' ? value : '';
};

/** The class of what a request failed with. */
export function failureClass(error: unknown): FailureClass {
  const code = textOf(error, 'code');
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'closed');
}

/** The sentence of what a request failed with; never empty. */
export function failureText(error: unknown): string {
  return textOf(error, 'message') || textOf(error, 'code') || 'the connection failed';
}
