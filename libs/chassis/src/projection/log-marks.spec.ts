import { type EventLog, openEmbeddedEventLog } from '@parapet/eventlog';
import { sampleEvents } from '@parapet/eventlog/testing';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { LOG_MARKS, LogMarks } from './log-marks';

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

async function logWith(tokens: number, word: string): Promise<EventLog> {
  const log = await openEmbeddedEventLog({ path: ':memory:' });
  opened.push(log);
  for (let n = 0; n < tokens; n++) await log.append('tokens', sampleEvents(`${word}${n}`, 1));
  return log;
}

async function documents(): Promise<ReadModel> {
  const store = await openEmbeddedReadModel({ path: ':memory:' });
  opened.push(store);
  await store.declare(LOG_MARKS);
  return store;
}

describe('whose documents these are', () => {
  it('rule 5: is told by how the log begins, however long another one is', async () => {
    const store = await documents();
    const [mine, other] = [await logWith(2, 'a'), await logWith(50, 'b')];
    await new LogMarks(mine, store).note();
    expect(await new LogMarks(mine, store).differ()).toBe(false);
    expect(await new LogMarks(other, store).differ()).toBe(true);
    await new LogMarks(other, store).note();
    expect(await new LogMarks(other, store).differ()).toBe(true);
    await store.dropDerived();
    expect(await new LogMarks(other, store).differ()).toBe(false);
  });

  it('is told of two that were given the same ADMIN_TOKEN, too: by when it was made', async () => {
    const store = await documents();
    const [mine, other] = [await logWith(0, 'a'), await logWith(0, 'b')];
    const [made] = sampleEvents('admin', 1);
    if (!made) throw new Error('there is one');
    await mine.append('tokens', [made]);
    const later = { ...made.meta, time: '2031-02-03T04:05:06.789Z' };
    await other.append('tokens', [{ ...made, meta: later }]);
    await new LogMarks(mine, store).note();
    expect(await new LogMarks(mine, store).differ()).toBe(false);
    expect(await new LogMarks(other, store).differ()).toBe(true);
  });

  it('is not known of a log that has no tokens yet, and noted once it has', async () => {
    const store = await documents();
    const log = await logWith(0, 'a');
    const marks = new LogMarks(log, store);
    expect([await marks.note(), await store.count(LOG_MARKS)]).toEqual([false, 0]);
    await log.append('tokens', sampleEvents('a', 1));
    expect(await marks.note()).toBe(true);
    await log.append('tokens', sampleEvents('b', 30));
    expect([await store.count(LOG_MARKS), await marks.differ()]).toEqual([1, false]);
    expect(await new LogMarks(await logWith(0, 'b'), store).differ()).toBe(false);
  });
});
