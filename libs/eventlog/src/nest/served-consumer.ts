import type { MessageHandler } from '@nestjs/microservices';
import type { RawRecord, Recorded } from '@parapet/contracts';
import { type BatchHandler, type BatchInfo, done, type Outcome } from '../event-log';
import type { ConsumerSpec } from './consumer.decorators';
import { DecodedRecords } from './decoded-records';

/** Calls a handler method through Nest's pipeline and answers what the method answered; rejects with what it threw. */
export type CallHandler = (
  handler: MessageHandler,
  records: Iterable<Recorded>,
  info: BatchInfo,
) => Promise<unknown>;

/**
 * Makes a handler of records out of a handler method of decoded ones. A record that cannot be decoded is parked with the
 * reason and never reaches the method; its neighbours do. Nor does one that it does not want, which is done.
 */
export const servedConsumer =
  (
    handler: MessageHandler,
    call: CallHandler,
    { wants, inTurn }: Pick<ConsumerSpec, 'wants' | 'inTurn'>,
  ): BatchHandler =>
  async (raws, info) => {
    const decoded = new DecodedRecords(raws, wants);
    const records = inTurn ? decoded : [...decoded];
    const none = Array.isArray(records) && records.length === 0;
    const answered = none ? undefined : await call(handler, records, info);
    return outcomesOf(raws, decoded.leftOut, answered);
  };

/** Handler methods answer one outcome per record, or nothing when all are done; anything else is a bug of theirs. */
function outcomesOf(
  raws: readonly RawRecord[],
  leftOut: ReadonlyMap<number, Outcome>,
  answered: unknown,
): readonly Outcome[] | undefined {
  const expected = raws.length - leftOut.size;
  if (answered === undefined || answered === null)
    return leftOut.size === 0 ? undefined : raws.map((_, place) => leftOut.get(place) ?? done);
  if (!Array.isArray(answered) || answered.length !== expected)
    throw new Error(`a handler of ${expected} records must answer ${expected} outcomes or nothing`);
  let next = 0;
  return raws.map((_, place): Outcome => leftOut.get(place) ?? answered[next++]);
}
