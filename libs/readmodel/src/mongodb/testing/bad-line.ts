import { connect, createServer, type Server, type Socket } from 'node:net';
import { mongoUrl } from './fresh-database';

/** A line to the MongoDB that can be stalled, cut, and mended. */
export class BadLine {
  private readonly sockets = new Set<Socket>();
  private state: 'good' | 'stalled' | 'cut' = 'good';
  private held: string | undefined;
  private readonly waiting: (() => unknown)[] = [];
  private readonly server: Server;
  private readonly target: { readonly host: string; readonly port: number };

  private constructor() {
    const [, host = '127.0.0.1', port = '27017'] =
      /^mongodb:\/\/(?:[^@/]*@)?([^:/,]+):?(\d+)?/.exec(mongoUrl()) ?? [];
    this.target = { host, port: Number(port) };
    this.server = createServer((socket) => this.join(socket));
  }

  static async open(): Promise<BadLine> {
    const line = new BadLine();
    await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The URL by this line. */
  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the line is not open');
    return `mongodb://127.0.0.1:${address.port}/?directConnection=true`;
  }

  /** Nothing arrives any more, nothing is closed either. */
  stall(): void {
    this.state = 'stalled';
    for (const socket of this.sockets) socket.pause();
  }

  /** Connections break, new ones are refused. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.destroy();
  }

  /** What names a command arrives when the line is mended; all else does at once. */
  hold(command: string): void {
    this.held = command;
  }

  mend(): void {
    this.state = 'good';
    this.held = undefined;
    for (const socket of this.sockets) socket.resume();
    for (const send of this.waiting.splice(0)) send();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    if (this.state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(this.target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (data: Buffer) => {
        const send = (): unknown => to.write(data);
        if (this.held !== undefined && data.includes(this.held)) this.waiting.push(send);
        else send();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.state === 'stalled') from.pause();
    }
  }
}
