import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorBody, Problem } from '@parapet/contracts';
import { shapeOfUnrouted } from '../http/answer-error';
import { givenRequestId, newRequestId } from '../http/request-id';
import { type StandingHeaders, standingHeaders } from '../http/standing-headers';
import type { Settings } from '../settings/settings.config';
import { listeningAddress } from './listening-address';

type PorchSettings = Pick<Settings, 'port' | 'host' | 'maxConnections' | 'publicUrl'>;

/**
 * Listens for a process that is still being built, so that whoever runs it can tell a slow start from a dead process: alive, not
 * ready, and why. It hands its port over to the server of the process without a moment in which nobody listens.
 */
export class Porch {
  private readonly missing = new Map<string, string>([['process', 'starting']]);
  private readonly server = createServer((request, response) => this.answer(request, response));

  private constructor(private readonly standing: StandingHeaders) {}

  /** @throws Error when the port is taken */
  static async open(settings: PorchSettings): Promise<Porch> {
    const porch = new Porch(standingHeaders(settings));
    const { server } = porch;
    server.maxConnections = settings.maxConnections;
    server.headersTimeout = 10_000;
    server.requestTimeout = 30_000;
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(settings.port, listeningAddress(settings.host), listening);
    });
    return porch;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Says what is being waited for; null when it has come. */
  waitsFor(what: string, reason: string | null): void {
    if (reason === null) this.missing.delete(what);
    else this.missing.set(what, reason);
  }

  /** From now on the other server answers. Connections made before end with their answer. */
  async handTo(other: Server): Promise<void> {
    await new Promise<void>((listening, failed) => {
      other.once('error', failed);
      other.listen(this.server, () => {
        other.removeListener('error', failed);
        listening();
      });
    });
  }

  /** Ends listening where nobody took the port over. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { status, body } = this.answerTo(request);
    response.writeHead(status, {
      ...this.standing,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': givenRequestId(request.headers['x-request-id']) ?? newRequestId(),
      // The next request is for the server that takes over.
      connection: 'close',
      ...(status === 503 && { 'retry-after': '1' }),
    });
    response.end(JSON.stringify(body));
  }

  private answerTo(request: IncomingMessage): { readonly status: number; readonly body: object } {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/healthz') return { status: 200, body: { status: 'ok' } };
    const missing = Object.fromEntries(this.missing);
    if (path === '/readyz') return { status: 503, body: { status: 'not ready', missing } };
    const problem = new Problem('unavailable', 'The process is starting', 'try again', 1);
    return { status: 503, body: errorBody(problem, shapeOfUnrouted(request)) };
  }
}
