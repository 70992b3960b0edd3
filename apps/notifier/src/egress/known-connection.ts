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

/** Connections by origin, as many as are busy at once. */
export function knownConnections(connect: GuardedConnector, options: Pool.Options): Agent {
  const client = (origin: URL, asked: Client.Options): Client =>
    new KnownConnection(origin, asked, connect);
  const pool = (origin: string | URL, asked: Pool.Options): Pool =>
    new Pool(origin, { ...asked, factory: client });
  return new Agent({ ...options, connect, factory: pool });
}
