import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';
import { hostOf } from './client-options';
import type { KafkaConnection } from './kafka-options';

const KEEP_ALIVE_MS = 30_000;

/** The sockets of one set of connections, so that all of them can be ended at once. */
export class Sockets {
  private readonly open = new Set<Socket>();
  private ended: Error | undefined;

  constructor(private readonly where: KafkaConnection) {}

  /** How kafkajs makes sockets. Without Nagle's delay: requests are small and waited for. */
  readonly make: ISocketFactory = ({ host: known, port, ssl, onConnect }) => {
    if (this.ended) throw this.ended;
    const host = hostOf(known);
    const to = this.where.address?.(host, port) ?? { host, port };
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = ssl
      ? connectTls({ ...to, ...servername, ...ssl }, onConnect)
      : connectTcp(to, onConnect);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** Ends all, with an error: so kafkajs rejects at once what waits for an answer. No more are made. */
  end(why: string): void {
    this.ended = new Error(why);
    for (const socket of this.open) socket.destroy(this.ended);
  }
}
