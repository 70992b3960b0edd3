import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { EventLogServer, openEmbeddedEventLog, Projection } from '@parapet/eventlog';
import { sampleEvents } from '@parapet/eventlog/testing';
import {
  openEmbeddedReadModel,
  PROJECTION_PROGRESS,
  ProjectionProgress,
  type ReadModel,
} from '@parapet/readmodel';
import { systemClock } from './clock';
import { openHouse } from './house';
import { Porch } from './porch';
import { start } from './start';
import { LOG_MARKS, LogMarks } from '../projection/log-marks';
import { ProjectionEnd } from '../projection/projection-end';
import { testSettings } from '../testing/test-settings';

@Controller()
class Counted {
  @Projection('tokens', 'spec.tokens')
  async project(): Promise<void> {
    return Promise.resolve();
  }
}
@Module({ controllers: [Counted] })
class CountedModule {}

const dataDir = mkdtempSync(join(tmpdir(), 'parapet-of-log-'));
const settings = testSettings({ dataDir, port: 0, host: '127.0.0.1', metrics: false });
const alike = { modules: [CountedModule], settings, clock: systemClock, logger: false as const };
afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(dataDir, { recursive: true }));

type Meanwhile = (documents: ReadModel, stop: AbortController) => void;

/** As `over`, of documents that know 10 facts of a log that has none. */
async function overAnEmptyLog(meanwhile: Meanwhile) {
  const documents = await openEmbeddedReadModel({ path: ':memory:' });
  await documents.declare(PROJECTION_PROGRESS);
  await new ProjectionProgress(documents, 'spec.tokens', 'tokens').save(0, 10);
  return over(documents, meanwhile);
}

/**
 * What a house with a log of its own over such documents says that it waits for, and whether it goes on.
 * @param meanwhile what is done as soon as it waits
 */
async function over(documents: ReadModel, meanwhile: Meanwhile, tokens = 0) {
  const stop = new AbortController();
  const { signal } = stop;
  const said: (string | null)[] = [];
  const waiting = (what: string, reason: string | null): void => {
    if (what !== 'projections') return;
    said.push(reason);
    if (reason !== null) meanwhile(documents, stop);
  };
  const house = await openHouse({ ...alike, inMemory: true, documents, signal, waiting });
  for (let n = 0; n < tokens; n++) await house.log.append('tokens', sampleEvents(`a${n}`, 1));
  const goesOn = await house.ofLog().then(
    () => true,
    () => false,
  );
  await house.close();
  return { said, goesOn };
}
const reason = expect.stringMatching(/know more than the log.*spec\.tokens.*npx parapet rebuild/);

test('rule 5: over documents that know more than the log nothing begins before they are made again', async () => {
  const waited = await overAnEmptyLog((documents) => void documents.dropDerived());
  expect(waited).toEqual({ said: [reason, null], goesOn: true });
});

test('rule 5: over documents of another house nothing begins, though its log is the longer one, and it says which settings to look at', async () => {
  const documents = await openEmbeddedReadModel({ path: ':memory:' });
  await documents.declare(LOG_MARKS);
  const others = await openEmbeddedEventLog({ path: ':memory:' });
  for (const key of ['b', 'c', 'd', 'e', 'f']) await others.append('tokens', sampleEvents(key, 1));
  await new LogMarks(others, documents).note();
  await others.close();
  expect(await over(documents, (store) => void store.dropDerived(), 50)).toEqual({
    said: [expect.stringMatching(/another house.*KAFKA_TOPIC_PREFIX and MONGODB_URL/), null],
    goesOn: true,
  });
});

test('a process that waits for its documents to be made again ends when it is told to', async () => {
  const waited = await overAnEmptyLog((_, stop) => stop.abort());
  expect(waited).toEqual({ said: [reason], goesOn: false });
});

test('rule 5: a process over such documents consumes nothing, so that the log cannot grow past them unseen', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const listen = jest.spyOn(EventLogServer.prototype, 'listen');
  jest.spyOn(ProjectionEnd.prototype, 'overshot').mockResolvedValueOnce(true);
  const begun: number[] = [];
  jest.spyOn(Porch.prototype, 'waitsFor').mockImplementation((what) => {
    if (what === 'projections') begun.push(listen.mock.calls.length);
  });
  const running = await start({ name: 'house', module: CountedModule, settings, isWhole: true });
  await running.close();
  expect(begun).toEqual([0, 0]);
  expect(listen).toHaveBeenCalledTimes(1);
});
