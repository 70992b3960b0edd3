import { testAppend } from './append.promises';
import { testClose } from './close.promises';
import { testConsume } from './consume.promises';
import { testFailures } from './failure.promises';
import { testFollow } from './follow.promises';
import type { LogFeatures, OpenedLog, OpenHow, WithLog } from './opened-log';
import { testRead } from './read.promises';

/** The conformance suite: every promise of the port `EventLog` is a test. An adapter's spec calls this once. */
export function testEventLog(
  name: string,
  open: (how: OpenHow) => Promise<OpenedLog>,
  features: LogFeatures,
): void {
  const withLog: WithLog = async (test, how = {}) => {
    const opened = await open(how);
    try {
      await test(opened.log, opened);
    } finally {
      await opened.close();
    }
  };
  describe(`EventLog: ${name}`, () => {
    testAppend(withLog, features);
    testConsume(withLog);
    testFailures(withLog);
    testFollow(withLog);
    testRead(withLog);
    testClose(withLog, features);
  });
}
