import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { isConnectionError } from '../fleet/load';

export interface Steadily {
  readonly addresses: readonly string[];
  readonly token: string;
}

interface Sending {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/**
 * Asks the first address; after a connection error the next one, once, as any decent client does. Answers the status.
 * @throws the second connection error
 */
export async function askTwice(to: Steadily, first: number, sending: Sending): Promise<number> {
  const ask = async (nth: number): Promise<number> => {
    const { method, path, body = null } = sending;
    const headers = {
      authorization: `Bearer ${to.token}`,
      ...(body !== null && { 'content-type': 'application/json' }),
    };
    const address = to.addresses[nth % to.addresses.length] ?? '';
    const answer = await request(address + path, { method, body, headers });
    await answer.body.dump();
    return answer.statusCode;
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
  /** Ends the stream; resolves when the last answer is there. */
  end(): Promise<void>;
}

/** Asks again and again from `senders` senders, 20 ms apart, until it is ended. */
export function stream(senders: number, ask: (nth: number) => Promise<number>): Stream {
  const statuses: number[] = [];
  let [over, nth] = [false, 0];
  const sender = async (): Promise<void> => {
    while (!over) {
      statuses.push(await ask(nth++));
      await pause(20);
    }
  };
  const ended = Promise.all(Array.from({ length: senders }, sender));
  // Heard by whoever ends the stream.
  ended.catch(() => undefined);
  return {
    statuses,
    end: async () => {
      over = true;
      await ended;
    },
  };
}
