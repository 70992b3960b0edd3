import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether anybody takes connections on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
