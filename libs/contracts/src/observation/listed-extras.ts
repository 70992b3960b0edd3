import { listedType } from './listed-type';

/** What a listed event says of itself beside its metadata. */
export interface ListedExtras {
  /** DNS: the name looked up. */
  readonly query?: string;
  /** DNS: the addresses it resolved to. */
  readonly response?: readonly string[];
  readonly process?: object;
}

const FIELDS = ['query', 'response', 'process'] as const;

/** The spec's `query`, `response` and `process` of an observation, the same in every list. Any metadata will do. */
export function listedExtras(kind: string, metadata: unknown): ListedExtras {
  const [query, response, process] = FIELDS.map((name) => own(metadata, name));
  const dns = listedType(kind) === 'dns';
  const addresses: unknown[] = Array.isArray(response) ? response : [response];
  return {
    ...(dns && typeof query === 'string' && { query }),
    ...(dns && response !== undefined && { response: addresses.filter(isText) }),
    ...(isObject(process) && { process }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `constructor` and its like are nothing special. */
const own = (metadata: unknown, name: keyof ListedExtras): unknown =>
  isObject(metadata) && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
