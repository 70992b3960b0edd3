import { everyInStep } from '@parapet/contracts';
import { KafkaJSConnectionError } from 'kafkajs';
import Broker from 'kafkajs/src/broker';
import Connection from 'kafkajs/src/network/connection';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import { markReached, markUnreached } from './unreached';

/** How often is looked for requests that had no answer in time. */
const LOOK_MS = 1_000;

let mended = false;

/** Mends what costs most in kafkajs 2.2.4, once per process. */
export function mendKafkajs(): void {
  if (mended) return;
  mended = true;
  armOnlyForPending();
  lookTogether();
  connectOnce();
  takeSilenceForNoConnection();
}

/**
 * An idle connection armed a timer of 1 ms after every answer, for ever (kafkajs#1704): 4 % of a core while nothing happens.
 * The timer serves requests that wait for their turn, so it is armed only when one does.
 */
function armOnlyForPending(): void {
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this['pending'].length > 0) schedule.call(this);
  };
}

/**
 * Each connection looked ten times a second, by a timer of its own, also when it waited for nothing: a process of ten consumers
 * never slept. One timer looks at all. Who waits here has a limit of his own.
 */
function lookTogether(): void {
  const open = new Set<RequestQueue>();
  RequestQueue.prototype.scheduleRequestTimeoutCheck = function () {
    open.add(this);
  };
  everyInStep(LOOK_MS, () => {
    for (const queue of open)
      if (queue['isConnected']()) endLate(queue['inflight']);
      else open.delete(queue);
  });
}

function endLate(inflight: ReadonlyMap<number, RequestQueue.SocketRequest>): void {
  for (const request of [...inflight.values()])
    if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
}

/** Two requests that met a closed connection at once each opened a socket, and one of the two was never closed. */
function connectOnce(): void {
  const connect = Connection.prototype.connect;
  const connecting = new WeakMap<Connection, Promise<boolean>>();
  Connection.prototype.connect = function () {
    const known = connecting.get(this);
    if (known) return known;
    const attempt = connect.call(this).finally(() => connecting.delete(this));
    connecting.set(this, attempt);
    return attempt;
  };
}

/**
 * A broker that takes a connection and then says nothing was asked again, and passed for connected: the next in the list is asked
 * only where there was no connection.
 */
function takeSilenceForNoConnection(): void {
  const connect = Broker.prototype.connect;
  Broker.prototype.connect = async function () {
    const broker = `${this.connectionPool.host}:${this.connectionPool.port}`;
    try {
      await connect.call(this);
      markReached(broker);
    } catch (error) {
      markUnreached(broker);
      if (!(error instanceof Error) || error.name !== 'KafkaJSRequestTimeoutError') throw error;
      throw new KafkaJSConnectionError(error.message);
    }
  };
}
