import { beginningOf } from '../plain-text';
import { HouseAway, NoHouse, problemOf } from './house-problem';

/** What is asked. */
export interface HouseRequest {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, a stream as it comes; its media type is in `headers`. */
  readonly body?: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** The public API of one house, asked by one token. */
export interface HouseClient {
  /** Without a slash at its end. */
  readonly url: string;
  /**
   * Asks, and answers as soon as the head of the answer is there: its body may be read as it comes.
   * @param path from `/v1` on, with its query
   * @throws HouseProblem when it was refused; HouseAway when nobody answered; NoHouse when it was sent on to somewhere else
   */
  ask(path: string, request?: HouseRequest): Promise<Response>;
  /**
   * Asks, and reads the JSON of the answer.
   * @throws as `ask` does; NoHouse when it is no JSON, or lacks what such an answer has
   */
  read<T>(path: string, request?: HouseRequest & Known<T>): Promise<T>;
  /**
   * Deletes what is there.
   * @throws as `ask` does; NoHouse when something else is answered than that it is done
   */
  remove(path: string, headers?: Readonly<Record<string, string>>): Promise<void>;
}

/** What is known of an answer before it comes. */
interface Known<T> {
  /** The member that is a list. */
  readonly list?: keyof T & string;
  /** A member that is a text. */
  readonly has?: keyof T & string;
  /** A member that is a number. */
  readonly counts?: keyof T & string;
  /** A member that has members itself. */
  readonly holds?: keyof T & string;
}

/** Done, and nothing to be said of it. */
const NO_CONTENT = 204;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A client of the house at this address. */
export function houseClient({
  url,
  token,
}: {
  readonly url: string;
  readonly token: string;
}): HouseClient {
  const ask = async (path: string, request: HouseRequest = {}): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, asFetched(request, token)).catch(
      (error: unknown) => {
        throw request.signal?.aborted ? error : failed(url, error);
      },
    );
    const to = answer.headers.get('location');
    if (REDIRECTS.has(answer.status) && to !== null)
      throw new NoHouse(url, `it sends on to ${beginningOf(to)}`);
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  };
  return {
    ...{ url, ask },
    read: async <T>(path: string, asked: HouseRequest & Known<T> = {}) => {
      const { list, has, counts, holds, ...request } = asked;
      const text = await textOf(url, await ask(path, request));
      return parsed(url, text, { list, has, counts, holds }) as T;
    },
    remove: async (path, headers = {}) => {
      const answer = await ask(path, { method: 'DELETE', headers });
      if (answer.status === NO_CONTENT) return;
      const text = await textOf(url, answer);
      throw new NoHouse(url, `what it answers a deletion is ${answer.status}, with ${got(text)}`);
    },
  };
}

function asFetched({ json, body, headers, ...rest }: HouseRequest, token: string): RequestInit {
  const standing = { authorization: `Bearer ${token}`, ...headers };
  // A redirect would turn a POST into a GET: the address is to be set right instead.
  const how = { ...rest, redirect: 'manual', duplex: 'half' } as const;
  if (json === undefined) return { ...how, headers: standing, ...(body !== undefined && { body }) };
  const type = { 'content-type': 'application/json' };
  return { ...how, headers: { ...type, ...standing }, body: JSON.stringify(json) };
}

/** @throws HouseAway when it breaks off */
const textOf = (url: string, answer: Response): Promise<string> =>
  answer.text().catch((error: unknown) => {
    throw away(url, error);
  });

const got = (text: string): string => (text.trim() === '' ? 'nothing' : beginningOf(text));

/** What an answer has, if that is known. */
type Members = Readonly<Record<keyof Known<object>, string | undefined>>;

/** Whether a member is what it is known for. */
const IS: Readonly<Record<keyof Members, (member: unknown) => boolean>> = {
  list: Array.isArray,
  has: (member) => typeof member === 'string',
  counts: (member) => typeof member === 'number',
  holds: (member) => typeof member === 'object' && member !== null,
};

function parsed(url: string, text: string, members: Members): unknown {
  const answer = jsonOf(text);
  if (answer === undefined) throw new NoHouse(url, `its answer is no JSON, but ${got(text)}`);
  for (const kind of Object.keys(IS) as (keyof Members)[]) {
    const name = members[kind];
    if (name !== undefined && !IS[kind](Object(answer)[name]))
      throw new NoHouse(url, `its answer has no ${name}, but is ${got(text)}`);
  }
  return answer;
}

/** Undefined for what is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed(url: string, error: unknown): HouseAway | NoHouse {
  const { message, code } = innermost(error);
  const strange = STRANGE.get(code || message);
  return strange === undefined ? away(url, error) : new NoHouse(url, strange);
}

function away(url: string, error: unknown): HouseAway {
  const { message, code } = innermost(error);
  return new HouseAway(`The house at ${url} does not answer: ${message || code}`, { cause: error });
}

/**
 * What `fetch` says, by its code or else its message, where it will never ask, or tell what was answered: a proxy that wants to know who
 * asks it gives no reason.
 */
const STRANGE: ReadonlyMap<string, string> = new Map([
  ['', 'it asks for a login, as a proxy does (407)'],
  ['bad port', 'its port is that of another protocol, and browsers do not ask there either'],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'it speaks no TLS, as behind an address with http:// and not https://',
  ],
]);

/** `fetch` says why only in the causes of its error. Either may be empty. */
function innermost(error: unknown): Record<'message' | 'code', string> {
  let failure = error as Failure;
  while (failure.cause) failure = failure.cause;
  const { message = '', code = '' } = failure;
  return { message, code };
}

interface Failure {
  readonly cause?: Failure;
  readonly message?: string;
  readonly code?: string;
}
