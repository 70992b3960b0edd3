import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listenHere } from './listen-here';
import { readTold, type Told } from './told';

/** Who is told what arrives. */
export interface Listener {
  /** Something whose signature holds; each delivery once, however often it is sent. */
  heard(told: Told): void;
  /** Something whose signature does not hold, or that is no webhook. */
  refused(reason: string): void;
}

/** A server on this machine that a webhook can be pointed at. */
export interface Receiver {
  readonly url: string;
  /** The secret of the webhook: what comes before it is known waits for it. */
  trust(secret: string): void;
  close(): Promise<void>;
}

/** Listens on a free port and verifies what comes as Standard Webhooks say. */
export async function openReceiver(listener: Listener): Promise<Receiver> {
  const known = new Set<string>();
  const { promise: secret, resolve: trust } = Promise.withResolvers<string>();
  const take = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    const headers = textHeaders(request);
    const told = readTold(new Webhook(await secret).verify(body, headers));
    const id = headers['webhook-id'];
    if (!known.has(id)) listener.heard(told);
    known.add(id);
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void =>
    void take(request).then(
      () => response.writeHead(204).end(),
      (error: unknown) => {
        listener.refused(error instanceof Error ? error.message : String(error));
        response.writeHead(401).end();
      },
    );
  const server = createServer(answer);
  const url = `http://127.0.0.1:${await listenHere(server)}/`;
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url, trust, close };
}

const textHeaders = ({ headers }: IncomingMessage) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
