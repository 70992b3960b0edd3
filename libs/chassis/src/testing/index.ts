export { sighting } from './facts';
export { keepSnapshots } from './keep-snapshots';
export { processBeside, type ProcessBeside } from './process-beside';
export { TestClock } from './test-clock';
export { testFront, type TestFront } from './test-front';
export { testHouse, type TestHouse } from './test-house';
export { testSettings, withLimits } from './test-settings';
export { toldSpans } from './told-spans';
