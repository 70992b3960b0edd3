import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it arrived at a service. */
interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server in place of a service. It is ready, and answers 200 with its name unless told otherwise. */
export interface ServiceServer {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Connections made to it so far. */
  connections(): number;
  /** What `/readyz` says. */
  ready: boolean;
  /** What it says is missing while it is not ready. */
  missing: Readonly<Record<string, string>>;
  /** Ends listening and cuts every connection. */
  stop(): Promise<void>;
  /** Listens again where it did. */
  restart(): Promise<void>;
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((done) => server.listen(port, '127.0.0.1', done));

/** Starts one. Without `answer` every request is read whole and kept in `arrived`. */
export async function serviceServer(
  name: string,
  answer?: RequestListener,
): Promise<ServiceServer> {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  let made = 0;
  const keep: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    void text(request).then((body) => {
      arrived.push({ method, url, headers, body });
      response.end(name);
    });
  };
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.statusCode = service.ready ? 200 : 503;
      response.end(service.ready ? '' : JSON.stringify({ missing: service.missing }));
    } else (answer ?? keep)(request, response);
  });
  server.on('connection', (socket: Socket) => {
    made += 1;
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const service: ServiceServer = {
    ...{ url: `http://127.0.0.1:${port}`, arrived, ready: true, missing: {} },
    connections: () => made,
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restart: () => listen(server, port),
  };
  return service;
}
