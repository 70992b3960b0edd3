import { request } from 'undici';
import { isConnectionError } from '../fleet/load';
import { allTheWhile } from '../house/all-the-while';

/** From an answer to the next request of its sender. */
const PACE_MS = 50;

export interface Steadily {
  readonly addresses: readonly string[];
  readonly token: string;
}

interface Sending {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** What a request was answered. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks the first address; after a connection error the next one, once, as any decent client does.
 * @throws the second connection error
 */
export async function askTwice(to: Steadily, first: number, sending: Sending): Promise<Answered> {
  const ask = async (nth: number): Promise<Answered> => {
    const { method, path, body = null } = sending;
    const headers = {
      authorization: `Bearer ${to.token}`,
      ...(body !== null && { 'content-type': 'application/json' }),
    };
    const address = to.addresses[nth % to.addresses.length] ?? '';
    const answer = await request(address + path, { method, body, headers });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  try {
    return await ask(first);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    return ask(first + 1);
  }
}

/** What a steady stream of requests was answered. */
export interface Stream {
  readonly statuses: readonly number[];
  /** The answers that were 4xx or 5xx, with the time. */
  readonly refusals: readonly string[];
  /** Ends the stream; resolves when the last answer is there. */
  end(): Promise<void>;
}

/** Asks again and again from `senders` senders, until it is ended: so slowly that who is started meanwhile is not held up by it. */
export function stream(senders: number, ask: (nth: number) => Promise<Answered>): Stream {
  const statuses: number[] = [];
  const refusals: string[] = [];
  let nth = 0;
  const turn = async (): Promise<void> => {
    const { status, text } = await ask(nth++);
    statuses.push(status);
    if (status >= 400) refusals.push(`${new Date().toISOString()} ${status} ${text}`);
  };
  const loops = Array.from({ length: senders }, () => allTheWhile(PACE_MS, turn));
  const end = async (): Promise<void> => void (await Promise.all(loops.map((loop) => loop.end())));
  return { statuses, refusals, end };
}
