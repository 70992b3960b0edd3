export { openKafkaEventLog } from './open-kafka-event-log';
export { removeTopics } from './remove-topics';
