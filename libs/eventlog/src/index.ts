export { done, EventLog, park, retry, skip } from './event-log';
export type {
  BatchHandler,
  BatchInfo,
  ConsumeOptions,
  Follower,
  Offsets,
  Outcome,
  Progress,
  Subscription,
} from './event-log';
export {
  type ConsumerSpec,
  EVENT_LOG_TRANSPORT,
  Projection,
  Reactor,
} from './nest/consumer.decorators';
