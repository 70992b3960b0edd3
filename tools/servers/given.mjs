import { connect } from 'node:net';
import { Advice } from './advice.mjs';

/**
 * Checks that somebody listens where a setting says a server is.
 * @param addresses host:port, comma-separated, anywhere in the setting's value
 * @throws Advice when nobody does
 */
export async function expectListening(name, value) {
  const addresses = [...value.matchAll(/([\w.-]+|\[[\da-f:]+\]):(\d+)(?=[,/?]|$)/gi)];
  // Addresses that only DNS knows (mongodb+srv) are for the driver to find.
  if (addresses.length === 0) return;
  const heard = await Promise.all(addresses.map(([, host, port]) => listens(host, Number(port))));
  if (!heard.includes(true))
    throw new Advice(
      `${name} is given, but nothing listens at ${addresses.map(([a]) => a).join(', ')}.`,
    );
}

function listens(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: 5_000 });
    const done = (heard) => {
      socket.destroy();
      resolve(heard);
    };
    socket.on('connect', () => done(true));
    socket.on('error', () => done(false)).on('timeout', () => done(false));
  });
}
