import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { EgressGuard } from './egress-guard';
import { NameNotResolved, type ResolvedAddress } from './host-resolver';
import { RefusedAddress } from './refused-address';

/** As undici's; tells besides the address that was reached, before anything is said. */
export type GuardedConnector = (
  ...asked: [...Parameters<buildConnector.connector>, connected?: (address: string) => void]
) => void;

/** The connection, or TLS on it, took longer than there is for both. */
class ConnectTimedOut extends Error {
  override readonly name = 'ConnectTimedOut';
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';

  constructor(ms: number) {
    super(`no connection within ${ms} ms, TLS included`);
  }
}

/** A `lookup` for sockets that answers only judged addresses. Not called for literal ones. */
function guardedLookup(guard: EgressGuard): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (answers: readonly ResolvedAddress[]): void => {
      const wanted = answers.filter((a) => !options.family || a.family === options.family);
      const [first] = wanted;
      if (!first) callback(new NameNotResolved(hostname, 'no usable address'), '');
      else if (options.all) callback(null, [...wanted]);
      else callback(null, first.address, first.family);
    };
    guard.resolve(hostname).then(answer, (error: NodeJS.ErrnoException) => callback(error, ''));
  };
}

/** Says no to what an environment could switch on: unverified peers, and sessions that pass over the name in the certificate. */
const TLS = { allowH2: false, rejectUnauthorized: true, maxCachedSessions: 0 } as const;

/**
 * How long one address of a name is tried before the next: as long as a first packet that was lost, and a far receiver, take. Node.js
 * waits 250 ms, and would give up a receiver whose other address is of a family that this machine cannot reach.
 */
const ADDRESS_MS = 1_500;

/** Hands on the first answer. Where none comes in time the socket is closed, and that is the answer. */
function inTime(
  socket: Socket,
  { leftMs, late }: { readonly leftMs: number; readonly late: Error },
  callback: buildConnector.Callback,
): buildConnector.Callback {
  let answered = false;
  const first: buildConnector.Callback = (...answer) => {
    if (answered) return;
    answered = true;
    clearTimeout(timer);
    callback(...answer);
  };
  const timer = setTimeout(() => {
    first(late, null);
    socket.destroy();
  }, leftMs).unref();
  return first;
}

/**
 * A connector for undici that judges a literal host, every DNS answer, and the peer of the TCP connection before the first
 * byte (also before the first byte of a TLS handshake, which is made on the judged socket).
 */
export function guardedConnector(guard: EgressGuard, timeoutMs: number): GuardedConnector {
  const lookup = guardedLookup(guard);
  const each = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS };
  const tcp = buildConnector({ timeout: timeoutMs, lookup, ...each });
  const tls = buildConnector({ timeout: 0, ...TLS });

  const refusal = (address: string): RefusedAddress | null => {
    const reason = guard.checkAddress(address);
    return reason === null ? null : new RefusedAddress(reason);
  };
  /** A socket without a peer has been closed already. */
  const unfit = ({ remoteAddress: peer }: Socket): Error | null =>
    peer === undefined ? new Error('the receiver hung up') : refusal(peer);

  return (options, callback, connected) => {
    const literal = isIP(options.hostname) ? refusal(options.hostname) : null;
    if (literal) {
      process.nextTick(callback, literal, null);
      return;
    }
    const { hostname } = options;
    const end = performance.now() + timeoutMs;
    tcp({ hostname, protocol: 'http:', port: portOf(options) }, (...[error, socket]) => {
      if (error) return callback(error, null);
      const reason = unfit(socket);
      if (reason) {
        socket.destroy();
        return callback(reason, null);
      }
      connected?.(peerOf(socket));
      if (options.protocol !== 'https:') return callback(null, socket);
      const bound = { leftMs: end - performance.now(), late: new ConnectTimedOut(timeoutMs) };
      tls({ ...options, ...named(hostname), httpSocket: socket }, inTime(socket, bound, callback));
    });
  };
}

/** The name in TLS, and in the certificate, has no dot at its end. */
const named = (hostname: string): Pick<buildConnector.Options, 'servername'> =>
  isIP(hostname) ? {} : { servername: hostname.replace(/\.$/, '') };

/** The plain connection is made with protocol `http:`, whose default port is not the one meant. */
const portOf = (options: buildConnector.Options): string =>
  options.port || (options.protocol === 'https:' ? '443' : '80');

const peerOf = (socket: Socket): string => socket.remoteAddress ?? '';
