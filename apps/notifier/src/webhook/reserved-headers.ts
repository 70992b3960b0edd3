type Reserved = readonly [because: string, names: readonly string[]];

/**
 * Names that a webhook cannot give a value, and why; one that ends in `*` means all that begin so, one that begins with it all
 * that end so. In lower case, and with `-` for every sign that is no letter and no digit: many a receiver takes
 * `x_service_signature` for `X-Service-Signature`.
 */
const RESERVED: readonly Reserved[] = [
  [
    'the house says that itself',
    [
      ...['content-*', 'user-agent', 'accept-encoding'],
      ...['webhook-*', 'x-service-signature', 'x-parapet-*'],
    ],
  ],
  [
    'it says where a request ends or what becomes of its connection',
    [
      ...['connection', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'http2-settings'],
      ...['expect', 'keep-alive', 'proxy-*'],
    ],
  ],
  [
    'it says where a request comes from or goes to',
    [
      ...['host', 'x-host', 'x-original-*', 'x-rewrite-*', 'x-http-method*', 'x-method-override'],
      ...['forwarded', 'x-forwarded*', 'via', '*real-ip', '*client-ip', '*remote-ip'],
      ...['*remote-addr', 'x-originating-ip', 'cf-connecting-*', 'x-appengine-user-ip'],
      ...['x-envoy-external-address', 'x-azure-clientip', 'x-azure-socketip'],
    ],
  ],
  [
    'it opens the metadata of a cloud',
    ['metadata', 'metadata-flavor', 'x-google-metadata-request', 'x-aws-ec2-metadata-*'],
  ],
  ['it is for browsers', ['cookie', 'cookie2', 'set-cookie', 'set-cookie2']],
];

function matches(pattern: string, name: string): boolean {
  if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Why a webhook cannot give this header a value; null when it can. */
export function reservedBecause(name: string): string | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '-');
  const found = RESERVED.find(([, names]) => names.some((pattern) => matches(pattern, plain)));
  return found?.[0] ?? null;
}
