import type { MessageHandler } from '@nestjs/microservices';
import { decode, type RawRecord, type Recorded } from '@parapet/contracts';
import { type BatchHandler, type BatchInfo, done, type Outcome, park } from '../event-log';
import type { ConsumerSpec } from './consumer.decorators';

/** Calls a handler method through Nest's pipeline and answers what the method answered; rejects with what it threw. */
export type CallHandler = (
  handler: MessageHandler,
  records: readonly Recorded[],
  info: BatchInfo,
) => Promise<unknown>;

/**
 * Makes a handler of records out of a handler method of decoded ones. A record that cannot be decoded is parked with the
 * reason and never reaches the method; its neighbours do. Nor does one that it does not want, which is done.
 */
export const servedConsumer =
  (handler: MessageHandler, call: CallHandler, wants: ConsumerSpec['wants']): BatchHandler =>
  async (raws, info) => {
    const decoded = raws.map((raw) => (wants?.(raw.meta) === false ? UNWANTED : decodeOne(raw)));
    const records = decoded.flatMap((d) => (d.record ? [d.record] : []));
    const answered = records.length > 0 ? await call(handler, records, info) : undefined;
    const outcomes = outcomesOf(answered, records.length);
    let next = 0;
    return decoded.map((d) => (d.record ? (outcomes[next++] ?? done) : d.outcome));
  };

type Decoded =
  { readonly record: Recorded } | { readonly record: undefined; readonly outcome: Outcome };

const UNWANTED: Decoded = { record: undefined, outcome: done };

function decodeOne(raw: RawRecord): Decoded {
  try {
    return { record: decode(raw) };
  } catch (error) {
    return { record: undefined, outcome: park(`it cannot be decoded: ${String(error)}`) };
  }
}

/** Handler methods answer one outcome per record, or nothing when all are done; anything else is a bug of theirs. */
function outcomesOf(answered: unknown, expected: number): readonly Outcome[] {
  if (answered === undefined || answered === null)
    return Array.from({ length: expected }, () => done);
  if (!Array.isArray(answered) || answered.length !== expected)
    throw new Error(`a handler of ${expected} records must answer ${expected} outcomes or nothing`);
  return answered;
}
