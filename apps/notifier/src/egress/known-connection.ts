import { Agent, Client, type Dispatcher, Pool } from 'undici';
import { Exchange, type Reached } from './exchange';
import type { GuardedConnector } from './guarded-connector';

/** A client of one connection, which tells each exchange where it leads: the name may lead elsewhere by the time of the answer. */
class KnownConnection extends Client {
  private readonly reached: Reached;

  constructor(origin: URL, options: Client.Options, connect: GuardedConnector) {
    const reached: Reached = { address: null };
    super(origin, {
      ...options,
      connect: (asked, done) => {
        reached.address = null;
        connect(asked, done, (address) => (reached.address = address));
      },
    });
    this.reached = reached;
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    if (handler instanceof Exchange) handler.reached = this.reached;
    return super.dispatch(options, handler);
  }
}

/**
 * An agent lets go of a pool whose last connection ends, but not where that was cut: the request counts as waiting until all have heard
 * of the end, and nobody would look again. So they hear of it once more.
 */
function endingTwice(pool: Pool): Pool {
  let again = false;
  return pool.on('disconnect', (...told) => {
    if (again) return;
    setImmediate(() => {
      again = true;
      pool.emit('disconnect', ...told);
      again = false;
    });
  });
}

/** Connections by origin, as many as are busy at once. */
export function knownConnections(connect: GuardedConnector, options: Pool.Options): Agent {
  const client = (origin: URL, asked: Client.Options): Client =>
    new KnownConnection(origin, asked, connect);
  const pool = (origin: string | URL, asked: Pool.Options): Pool =>
    endingTwice(new Pool(origin, { ...asked, factory: client }));
  return new Agent({ ...options, connect, factory: pool });
}
