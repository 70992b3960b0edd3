import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook request as it arrived. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: thanks. */
  readonly body?: string;
}

/** A real HTTP server that keeps what it is told. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What came to one path. */
  at(path: string): readonly Received[];
  /** Called by itself after the tests of the file. */
  close(): Promise<void>;
}

/** Closed after the tests of the file. */
const open = new Set<Receiver>();
afterAll(() => Promise.all([...open].map((receiver) => receiver.close())));

/** Opens a receiver on a free port. `answer` decides by the request and how many came to its path before. */
export async function openReceiver(
  answer: (request: Received, before: number) => ReceiverAnswer = () => ({ status: 200 }),
): Promise<Receiver> {
  const received: Received[] = [];
  const byPath = new Map<string, Received[]>();
  const listAt = (path: string): Received[] => {
    const list = byPath.get(path) ?? [];
    byPath.set(path, list);
    return list;
  };
  const server = createServer((request, response) => {
    const take = (body: string): void => {
      const got = { path: request.url ?? '', headers: request.headers, body };
      const there = listAt(got.path);
      const { status, headers, body: said = 'thank you' } = answer(got, there.length);
      received.push(got);
      there.push(got);
      response.writeHead(status, headers).end(said);
    };
    // What breaks off was not received: its sender has been killed.
    textOf(request).then(take, () => undefined);
  });
  const host = process.env['E2E_RECEIVER_HOST'] ?? '127.0.0.1';
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host}:${port}`,
    received,
    at: (path) => [...listAt(path)],
    close: async () => {
      open.delete(receiver);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  open.add(receiver);
  return receiver;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** `X-Service-Signature` as the spec makes it. */
export const serviceSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
