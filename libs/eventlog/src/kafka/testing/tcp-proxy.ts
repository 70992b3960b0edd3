import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, to be cut and mended by a test. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'cut' | 'mute' = 'open';
  /** How many connections were asked for. */
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async to(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on('connection', (client) => proxy.accept(client, host, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get address(): { readonly host: string; readonly port: number } {
    const { port } = this.server.address() as AddressInfo;
    return { host: '127.0.0.1', port };
  }

  /** As when the server was killed: connections break, new ones are refused. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** As when the server hangs: connections are accepted and nothing answers. */
  mute(): void {
    this.state = 'mute';
    for (const socket of this.sockets) socket.pause();
  }

  /** As before. What was muted is cut: its client has given it up. */
  mend(): void {
    this.cut();
    this.state = 'open';
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket, host: string, port: number): void {
    this.asked += 1;
    this.keep(client);
    if (this.state === 'cut') return void client.resetAndDestroy();
    if (this.state === 'mute') return void client.pause();
    const server = this.keep(connect(port, host));
    client.pipe(server).pipe(client);
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}
