import { Unavailable } from '@parapet/contracts';
import type { Admin } from 'kafkajs';
import { Backoff, type Delays, type DeliveryLogger, pause } from '../delivery/delivery-options';
import { endProcess, howOf } from '../log-options';
import { alignRetention } from './align-retention';
import { ensureTopics } from './ensure-topics';
import { withAdmin } from './kafka-admin';
import { asUnavailable, isWrong, topicsRefused } from './kafka-errors';
import { KafkaEventLog } from './kafka-event-log';
import { KafkaHouse } from './kafka-house';
import type { KafkaEventLogOptions } from './kafka-options';
import { lookAtSettings } from './look-at-settings';
import { Names } from './names';
import { KafkaRefusal, refusalOf } from './refusal';
import { tellOfWaiting } from './tell-of-waiting';

const AGAIN: Delays = { firstMs: 100, maxMs: 1_000 };
/** How soon a topic that was created is looked for. */
const CREATED_MS = 10;
const LEADERS: Delays = { firstMs: 10, maxMs: 500 };

/**
 * Opens the log in Kafka: creates what is missing of its topics (see `creates`) and waits for a Kafka that is away, for as long as it takes or
 * until `signal` aborts.
 * @throws KafkaRefusal: a topic has another number of partitions, or a setting is to be changed before Kafka and this
 * process come together (who logs in, whose certificate is trusted). The reason of `signal` when that aborts.
 */
export async function openKafkaEventLog(options: KafkaEventLogOptions): Promise<KafkaEventLog> {
  const names = new Names(options.prefix ?? '');
  const how = howOf(options);
  await untilThere(options, names, how.logger);
  const kafka = new KafkaHouse(options, names, how.logger);
  await untilLed(kafka, options.signal);
  return new KafkaEventLog(kafka, { ...how, onLost: options.onLost ?? endProcess });
}

async function untilThere(
  options: KafkaEventLogOptions,
  names: Names,
  logger: DeliveryLogger,
): Promise<void> {
  const signal = options.signal ?? new AbortController().signal;
  const prepare = async (admin: Admin): Promise<void> => {
    while (!(await ensureTopics(admin, names, options))) await pause(CREATED_MS, signal);
    await alignRetention(admin, names, options, logger);
    await lookAtSettings(admin, names, options, logger);
  };
  const backoff = new Backoff(AGAIN);
  const tell = tellOfWaiting(logger);
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await withAdmin(options, prepare, tries - 1);
    } catch (error) {
      if (!worthWaiting(error)) throw plainly(error);
      tell(error);
      await backoff.wait(signal);
    }
  }
}

/** A topic is there a moment before its partitions have leaders. */
async function untilLed(kafka: KafkaHouse, signal = new AbortController().signal): Promise<void> {
  const backoff = new Backoff(LEADERS);
  for (;;) {
    try {
      return await kafka.led();
    } catch (error) {
      if (signal.aborted || !worthWaiting(error)) {
        kafka.close();
        signal.throwIfAborted();
        throw plainly(error);
      }
      await backoff.wait(signal);
    }
  }
}

/** Brokers that are still coming answer that there are too few of them for so many replicas: that is worth waiting, too. */
const worthWaiting = (error: unknown): boolean =>
  !isWrong(error) && refusalOf(error) === undefined && asUnavailable(error) instanceof Unavailable;

function plainly(error: unknown): unknown {
  const refusal = refusalOf(error) ?? topicsRefused(error);
  return refusal === undefined ? error : new KafkaRefusal(refusal, { cause: error });
}
