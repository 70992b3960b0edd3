export type { KafkaEventLog } from './kafka-event-log';
export type { KafkaConnection, KafkaEventLogOptions } from './kafka-options';
export { openKafkaEventLog } from './open-kafka-event-log';
export { removeTopics } from './remove-topics';
