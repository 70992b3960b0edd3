export type { AgentChoice } from './facts';
export { TestClock } from './test-clock';
export { testHouse, type TestHouse, type TestHouseOptions } from './test-house';
export { testSettings } from './test-settings';
