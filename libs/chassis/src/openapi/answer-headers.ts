/** A header of answers, as the API document describes it. */
interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: object;
  readonly example: string | number;
}

const COUNT = { type: 'integer', minimum: 0 } as const;
const TEXT = { type: 'string' } as const;

/** Every header that a hook, the door or the renderer of errors sets, by its name. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request; the same in our log. A sane one that was sent is taken over.',
    ...{ required: true, schema: TEXT, example: 'mDzQ4cZp-1a' },
  },
  'Cache-Control': {
    description: 'Answers are for whoever asked, and for now',
    ...{ required: true, schema: TEXT, example: 'no-store' },
  },
  'X-RateLimit-Limit': {
    description:
      'Requests allowed in the window; where two limits apply, of the one with less left',
    ...{ schema: COUNT, example: 1000 },
  },
  'X-RateLimit-Remaining': {
    ...{ description: 'Requests left in the window', schema: COUNT, example: 999 },
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds when the window ends',
    ...{ schema: COUNT, example: 1772533200 },
  },
  RateLimit: {
    description: 'Of each limit the requests left, and the seconds until its window ends',
    ...{ schema: TEXT, example: '"user";r=999;t=3542' },
  },
  'RateLimit-Policy': {
    description: 'Of each limit the requests allowed, and its window in seconds',
    ...{ schema: TEXT, example: '"user";q=1000;w=3600' },
  },
  'Retry-After': {
    description: 'Seconds after which it is worth asking again',
    ...{ required: true, schema: COUNT, example: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate',
    ...{ required: true, schema: { type: 'string', enum: ['Bearer'] }, example: 'Bearer' },
  },
} as const satisfies Readonly<Record<string, Header>>;
export type HeaderName = keyof typeof HEADERS;

/** Headers as references to their description. */
export const refersTo = (names: readonly HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'Cache-Control'];
const LIMITED: readonly HeaderName[] = [
  ...(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const),
  ...(['RateLimit', 'RateLimit-Policy'] as const),
];

const MORE: Readonly<Record<string, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** What every answer with this status has. `limited`: a route under /v1, that rate limits are said of. */
export const headersOf = (status: number | string, limited: boolean): readonly HeaderName[] => [
  ...ALWAYS,
  ...(limited ? LIMITED : []),
  ...(MORE[status] ?? []),
];
