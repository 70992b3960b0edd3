export type { LogFeatures, OpenedLog, OpenHow } from './opened-log';
export { readAll } from './read-all';
export { idsOf, sampleEvent, sampleEvents, strangeEvent, strangeEvents } from './sample-events';
export { Seen } from './seen';
export { sicken } from './sicken';
export { testEventLog } from './test-event-log';
