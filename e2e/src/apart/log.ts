import type { EventLog } from '@parapet/eventlog';
import { openKafkaEventLog } from '@parapet/eventlog/kafka';
import type { Storage } from './storage';

/** Opens the log of a deployment, for reading. */
export const openLog = ({ kafka, prefix }: Storage): Promise<EventLog> =>
  openKafkaEventLog({ brokers: kafka.split(','), prefix, clientId: 'e2e', replication: 1 });
