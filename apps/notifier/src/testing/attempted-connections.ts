import { channel } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Every address, and its port, that a socket of this process tried to connect to while it was watched, as Node.js tells. */
export interface AttemptedConnections {
  readonly addresses: string[];
  readonly ports: number[];
  /** How many of these sockets nobody has closed yet. */
  open(): number;
  end(): void;
}

/** Watches every TCP connection that this process begins. */
export function watchConnections(): AttemptedConnections {
  const addresses: string[] = [];
  const ports: number[] = [];
  const sockets: Socket[] = [];
  const client = channel('net.client.socket');
  const watch = (message: unknown): void => {
    const socket: unknown =
      typeof message === 'object' && message !== null && Reflect.get(message, 'socket');
    if (!(socket instanceof Socket)) return;
    sockets.push(socket);
    socket.on('connectionAttempt', (address: string, port: number) => {
      addresses.push(address);
      ports.push(port);
    });
  };
  client.subscribe(watch);
  return {
    ...{ addresses, ports },
    open: () => sockets.filter(({ destroyed }) => !destroyed).length,
    end: () => client.unsubscribe(watch),
  };
}
