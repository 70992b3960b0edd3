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

/** Codes of Node.js, and how it names what OpenSSL finds in certificates; `UNSPECIFIED` is what it has no name for (weak keys). */
const TLS_CODE =
  /^(ERR_(SSL|TLS)_|C(ERT|RL)_|ERROR_IN_C|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_M|INVALID_(CA|PURPOSE)|PATH_LENGTH_|UNSPECIFIED)/;

const fieldOf = (error: unknown, field: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;

/** A field of a thrown thing, when it is a text. */
const textOf = (error: unknown, field: 'code' | 'message'): string => {
  const value = fieldOf(error, field);
  return typeof value === 'string' ? value : '';
};

/** The class of what a request failed with. */
export function failureClass(error: unknown): FailureClass {
  const code = textOf(error, 'code');
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'closed');
}

/** What undici makes of it when one of several addresses was late (`cause`) says that all of the time was over. */
const ofEach = (error: unknown): string => {
  const each = fieldOf(error, 'errors') ?? fieldOf(fieldOf(error, 'cause'), 'errors');
  const texts = Array.isArray(each) ? each.map((one) => textOf(one, 'message')) : [];
  return texts.filter(Boolean).join('; ');
};

/** The sentence of what a request failed with, or those of each address of a name; never empty. */
export const failureText = (error: unknown): string =>
  ofEach(error) || textOf(error, 'message') || textOf(error, 'code') || 'the connection failed';
