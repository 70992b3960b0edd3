export { askedFromNow } from './delivery/asked-from-now';
export type { DeliveryLogger, DeliveryObserver } from './delivery/delivery-options';
export { isCut } from './delivery/parked-event';
export type { EmbeddedEventLog } from './embedded/embedded-event-log';
export { openEmbeddedEventLog } from './embedded/open-embedded-event-log';
export { done, EventLog, park, retry, skip } from './event-log';
export type {
  Appended,
  Appending,
  BatchHandler,
  BatchInfo,
  ConsumeOptions,
  Follower,
  Offsets,
  Outcome,
  Progress,
  Subscription,
} from './event-log';
export { appendInFull } from './nest/append-in-full';
export { type ConsumerSpec, Projection, Reactor } from './nest/consumer.decorators';
export type { ConsumerProgress } from './nest/consumer-progress';
export { EventLogModule } from './nest/event-log.module';
export { EventLogServer } from './nest/event-log-server';
export { partitionOf } from './writing/murmur2';
