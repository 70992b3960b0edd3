import { channel } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Every address that a socket of this process tried to connect to while it was watched, as Node.js tells. */
export interface AttemptedConnections {
  readonly addresses: string[];
  end(): void;
}

/** Watches every TCP connection that this process begins. */
export function watchConnections(): AttemptedConnections {
  const addresses: string[] = [];
  const client = channel('net.client.socket');
  const watch = (message: unknown): void => {
    const socket: unknown =
      typeof message === 'object' && message !== null && Reflect.get(message, 'socket');
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (address: string) => addresses.push(address));
  };
  client.subscribe(watch);
  return { addresses, end: () => client.unsubscribe(watch) };
}
