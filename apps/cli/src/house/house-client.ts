import { HouseAway, problemOf } from './house-problem';

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
   * @throws HouseProblem when it was refused; HouseAway when nobody answered
   */
  ask(path: string, request?: HouseRequest): Promise<Response>;
  /** Asks, and reads the JSON of the answer. @throws as `ask` does */
  read<T>(path: string, request?: HouseRequest): Promise<T>;
}

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
        throw request.signal?.aborted ? error : away(url, error);
      },
    );
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  };
  return {
    ...{ url, ask },
    read: async <T>(path: string, request?: HouseRequest) => {
      const answer = await ask(path, request);
      const text = await answer.text().catch((error: unknown) => {
        throw away(url, error);
      });
      return parsed<T>(url, text);
    },
  };
}

function asFetched({ json, body, headers, ...rest }: HouseRequest, token: string): RequestInit {
  const standing = { authorization: `Bearer ${token}`, ...headers };
  // A redirect would turn a POST into a GET: the address is to be set right instead.
  const how = { ...rest, redirect: 'error', duplex: 'half' } as const;
  if (json === undefined) return { ...how, headers: standing, ...(body !== undefined && { body }) };
  const type = { 'content-type': 'application/json' };
  return { ...how, headers: { ...type, ...standing }, body: JSON.stringify(json) };
}

function parsed<T>(url: string, text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`What answers at ${url} is no house: its answer is no JSON.`);
  }
}

/** `fetch` says why only in the causes of its error. */
function away(url: string, error: unknown): HouseAway {
  let { cause, message = '', code = '' } = error as Failure;
  while (cause) ({ cause, message = '', code = '' } = cause);
  return new HouseAway(`The house at ${url} does not answer: ${message || code}`, { cause: error });
}

interface Failure {
  readonly cause?: Failure;
  readonly message?: string;
  readonly code?: string;
}
