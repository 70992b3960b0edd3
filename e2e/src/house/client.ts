import { request } from 'undici';
import { checkAgainstDocument } from '../document/answer-mistakes';
import { checkError } from './error-shape';

/** An answer of the house. `body` is the parsed JSON, or undefined when the answer is not JSON. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
  readonly text: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface Asked {
  readonly method: Method;
  readonly path: string;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Content-Type; `application/json` unless given, none without a body. */
  readonly type?: string;
  /** A list is sent as that many headers of one name. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** A house that says nothing for so long is taken for gone. */
const PATIENCE_MS = 45_000;

/** Sends requests to `{base_url}` with one bearer token, or with none. Every answer must be as the API document says. */
export class Client {
  constructor(
    private readonly at: { readonly baseUrl: string },
    private readonly token: string | null,
  ) {}

  /** The same house, another token. */
  as(token: string | null): Client {
    return new Client(this.at, token);
  }

  /** The same token, at other addresses. */
  to(at: { readonly baseUrl: string }): Client {
    return new Client(at, this.token);
  }

  get<T = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send({ method: 'GET', path, headers });
  }

  post<T = unknown>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send({ method: 'POST', path, body });
  }

  put<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send({ method: 'PUT', path, body });
  }

  patch<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send({ method: 'PATCH', path, body });
  }

  delete<T = unknown>(path: string): Promise<Answer<T>> {
    return this.send({ method: 'DELETE', path });
  }

  /** POST or PUT of a YAML text. */
  yaml<T = unknown>(method: 'POST' | 'PUT', path: string, body: string): Promise<Answer<T>> {
    return this.send({ method, path, body, type: 'application/yaml' });
  }

  async send<T = unknown>(asked: Asked): Promise<Answer<T>> {
    const sent = wire(asked.body);
    const answer = await request(this.at.baseUrl + asked.path, {
      method: asked.method,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
      body: sent,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(sent !== null && { 'content-type': asked.type ?? 'application/json' }),
        ...asked.headers,
      },
    });
    const text = await answer.body.text();
    const { statusCode: status, headers } = answer;
    const body = parsed(text, String(headers['content-type']));
    checkError(asked, status, body);
    checkAgainstDocument({ ...asked, status, headers, text });
    return { status, headers, body: body as T, text };
  }
}

function wire(body: unknown): string | Buffer | null {
  if (body === undefined) return null;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return JSON.stringify(body);
}

function parsed(text: string, type: string): unknown {
  return /\bjson\b/.test(type) && text !== '' ? JSON.parse(text) : undefined;
}
