import { randomBytes } from 'node:crypto';
import { type OpenedLog, type OpenHow, testEventLog } from '../testing';
import { openKafkaEventLog, removeTopics } from '.';
import { testBrokers } from './testing/test-brokers';

const silent = { warn: () => undefined, error: () => undefined };

async function inKafka({ waitingItems }: OpenHow): Promise<OpenedLog> {
  const where = {
    brokers: testBrokers(),
    prefix: `test-${randomBytes(6).toString('hex')}.`,
    replication: 1,
    logger: silent,
    delays: { firstMs: 1, maxMs: 4 },
    queue: waitingItems === undefined ? {} : { waitingItems },
  };
  let log = await openKafkaEventLog(where);
  return {
    log,
    reopen: async () => {
      await log.close();
      return (log = await openKafkaEventLog(where));
    },
    close: async () => {
      await log.close();
      await removeTopics(where);
    },
  };
}

testEventLog('kafka', inKafka, { keeps: true, boundedQueue: true });
