import { listedType } from './listed-type';
import { field } from './metadata';

/** What a listed event says of itself beside its metadata. */
export interface ListedExtras {
  /** DNS: the name looked up. */
  readonly query?: string;
  /** DNS: the addresses it resolved to. */
  readonly response?: readonly string[];
  readonly process?: object;
}

/** The spec's `query`, `response` and `process` of an observation, the same in every list. Any metadata will do. */
export function listedExtras(kind: string, metadata: unknown): ListedExtras {
  const process = field(metadata, 'process');
  return {
    ...(listedType(kind) === 'dns' && lookUp(metadata)),
    ...(isObject(process) && { process }),
  };
}

function lookUp(metadata: unknown): ListedExtras {
  const [query, response] = [field(metadata, 'query'), field(metadata, 'response')];
  const addresses: unknown[] = Array.isArray(response) ? response : [response];
  return {
    ...(typeof query === 'string' && { query }),
    ...(response !== undefined && { response: addresses.filter(isText) }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
