import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Whether a piece of what a client sends is, or begins, a request of the kind that is to be cut. */
export type IsAimedAt = (piece: Buffer) => boolean;

/** Stands between a client and a server and can cut what passes. */
export interface TcpProxy {
  /** host:port it listens at. */
  readonly address: string;
  /** The next `times` requests that it aims at are cut before the server hears of them. */
  cutBefore(times: number): void;
  /** The answers to the next `times` requests that it aims at are cut: the request was applied, and its sender does not know. */
  cutAfter(times: number): void;
  /** Cuts every connection there is. */
  cutNow(): void;
  /** Takes back cuts that were not used up. Answers how many happened since it was last asked. */
  calm(): number;
  close(): Promise<void>;
}

interface Pair {
  readonly inside: Socket;
  readonly outside: Socket;
  /** Whether the server has a request whose answer is to be cut. */
  doomed: boolean;
}

/** Opens a proxy on a free port of 127.0.0.1 to `target`, host:port. It aims at every request by default. */
export async function openTcpProxy(
  target: string,
  isAimedAt: IsAimedAt = () => true,
): Promise<TcpProxy> {
  const at = target.lastIndexOf(':');
  const to = { host: target.slice(0, at), port: Number(target.slice(at + 1)) };
  const pairs = new Set<Pair>();
  const due = { before: 0, after: 0 };
  let happened = 0;

  const cut = (pair: Pair): void => {
    happened += 1;
    pair.inside.resetAndDestroy();
    pair.outside.resetAndDestroy();
  };
  /** Whether the connection is to be cut instead of passing this piece on. */
  const endsAt = (pair: Pair, piece: Buffer, from: Socket): boolean => {
    if (from === pair.inside) return pair.doomed;
    const kind = due.before > 0 ? 'before' : 'after';
    if (due[kind] === 0 || pair.doomed || !isAimedAt(piece)) return false;
    due[kind] -= 1;
    pair.doomed = kind === 'after';
    return kind === 'before';
  };
  const pass = (pair: Pair, from: Socket, into: Socket): void => {
    from.on('data', (piece: Buffer) => {
      if (endsAt(pair, piece, from)) {
        cut(pair);
      } else if (!into.write(piece)) {
        from.pause();
        into.once('drain', () => from.resume());
      }
    });
    from.on('end', () => into.end());
    from.on('error', () => into.destroy());
    from.on('close', () => {
      pairs.delete(pair);
      into.destroy();
    });
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (outside) => {
    const inside = connect({ ...to, noDelay: true, allowHalfOpen: true });
    const pair = { inside, outside, doomed: false };
    pairs.add(pair);
    pass(pair, outside, inside);
    pass(pair, inside, outside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutBefore: (times) => void (due.before += times),
    cutAfter: (times) => void (due.after += times),
    cutNow: () => [...pairs].forEach(cut),
    calm: () => {
      const [counted] = [happened];
      [due.before, due.after, happened] = [0, 0, 0];
      return counted;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const pair of pairs) cut(pair);
      await closed;
    },
  };
}
