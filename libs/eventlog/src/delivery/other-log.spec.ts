import { OtherLog } from './other-log';

test('it says what to do, and in which order: a rebuild waits for processes that hold partitions and read them no more', () => {
  expect(new OtherLog('the log ends at 3').message).toBe(
    'the log ends at 3: it is another log than before; stop every process, rebuild the read model, then start them again',
  );
});
