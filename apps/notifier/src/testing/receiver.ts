import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that came in. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Resolves when so many have come; rejects after 20 s. */
  atLeast(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** Answers a request; `nth` counts from 1. Not answering at all makes it hang. */
export type Answer = (response: ServerResponse, nth: number) => void;

export const ok: Answer = (response) => response.end('thanks');
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end(`status ${code}`);
/** The answers in order; the last one again and again. */
export const inOrder =
  (...answers: readonly Answer[]): Answer =>
  (response, nth) =>
    (answers[nth - 1] ?? answers.at(-1) ?? ok)(response, nth);

/** A real HTTP server on the loopback. */
export async function openReceiver(answer: Answer = ok): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, body, path: request.url ?? '', at: Date.now() });
      answer(response, received.length);
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    atLeast: (count) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${received.length} of ${count} came in 20 s`)),
          20_000,
        );
        const look = (): void => {
          if (received.length < count) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
