export { openKafkaEventLog } from './open-kafka-event-log';
export { KafkaRefusal } from './refusal';
export { removeTopics } from './remove-topics';
