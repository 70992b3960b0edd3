import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { EventLogServer, Projection } from '@parapet/eventlog';
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

/**
 * What a house over documents that know 10 facts of a log that has none says that it waits for, and whether it goes on.
 * @param meanwhile what is done as soon as it waits
 */
async function overAnEmptyLog(meanwhile: (documents: ReadModel, stop: AbortController) => void) {
  const documents = await openEmbeddedReadModel({ path: ':memory:' });
  await documents.declare(PROJECTION_PROGRESS);
  await new ProjectionProgress(documents, 'spec.tokens', 'tokens').save(0, 10);
  const stop = new AbortController();
  const { signal } = stop;
  const said: (string | null)[] = [];
  const waiting = (what: string, reason: string | null): void => {
    if (what !== 'projections') return;
    said.push(reason);
    if (reason !== null) meanwhile(documents, stop);
  };
  const house = await openHouse({ ...alike, inMemory: true, documents, signal, waiting });
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
