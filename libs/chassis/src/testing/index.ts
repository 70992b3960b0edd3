export { type AgentChoice, sighting } from './facts';
export { keepSnapshots } from './keep-snapshots';
export { processBeside, type ProcessBeside } from './process-beside';
export { TestClock } from './test-clock';
export { testFront, type TestFront } from './test-front';
export { testHouse, type TestHouse, type TestHouseOptions } from './test-house';
export { testSettings, withLimits } from './test-settings';
export { toldSpans, type ToldSpan } from './told-spans';
