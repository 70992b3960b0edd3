import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 12_000;

/**
 * A TCP port that nobody listens on, below the range from which clients get theirs: while a server is down, a client
 * that keeps reconnecting could otherwise be given this very port, connect to itself and keep the server out.
 */
export async function freePort() {
  const highest = firstEphemeral() - 1;
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (highest - LOWEST));
    if (await isFree(port)) return port;
  }
}

function firstEphemeral() {
  try {
    const first = Number(
      readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0],
    );
    return first > LOWEST + 1000 ? first : 32_768;
  } catch {
    return 32_768;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}
