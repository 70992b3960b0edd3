import { Controller, Module } from '@nestjs/common';
import { openEmbeddedEventLog, Projection } from '@parapet/eventlog';
import { sampleEvents } from '@parapet/eventlog/testing';
import { openEmbeddedReadModel, PROJECTION_PROGRESS, ProjectionProgress } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { LOG_MARKS, LogMarks } from '../projection/log-marks';
import { testHouse } from '../testing';

const FACTS = 10;

let opened: PromiseWithResolvers<void>;

@Controller()
class SlowProjection {
  @Projection('tokens', 'replay.slow')
  async project(): Promise<void> {
    await opened.promise;
  }
}
@Module({ controllers: [SlowProjection] })
class SlowModule {}

test('rule 5: a house whose documents are behind the log at the start is not ready until they have caught up', async () => {
  opened = Promise.withResolvers();
  // The admin token of the test lies in the log before anything is projected.
  const house = await testHouse({ imports: [SlowModule] });
  const ready = () => house.inject({ method: 'GET', url: '/readyz' });
  const before = await ready();
  expect([before.statusCode, before.json()]).toEqual([
    503,
    {
      status: 'not ready',
      missing: { projections: 'documents are being made from the log: replay.slow' },
    },
  ]);
  opened.resolve();
  await house.settled();
  expect((await ready()).statusCode).toBe(200);
  await house.close();
});

/** A house whose documents were made of `FACTS` facts in each partition of `tokens`, over a log that has fewer. */
async function overAnOlderLog() {
  opened = Promise.withResolvers();
  opened.resolve();
  const documents = await openEmbeddedReadModel({ path: ':memory:' });
  await documents.declare(PROJECTION_PROGRESS);
  for (const partition of [0, 1, 2])
    await new ProjectionProgress(documents, 'replay.slow', 'tokens').save(partition, FACTS);
  return testHouse({ imports: [SlowModule], documents });
}

const knowsMore = {
  missing: { projections: expect.stringMatching(/know more than the log.*replay\.slow/) },
};

test('rule 5: a house whose documents know more than its log, as after an older log was restored, is not ready and says what to do', async () => {
  const house = await overAnOlderLog();
  const ready = await house.inject({ method: 'GET', url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toMatchObject([503, knowsMore]);
  await house.close();
});

test('rule 5: a house over a log that was older than its documents is not ready either once that log has grown past them', async () => {
  const house = await overAnOlderLog();
  const ready = async () => (await house.inject({ method: 'GET', url: '/readyz' })).json();
  expect(await ready()).toMatchObject(knowsMore);
  const grown = async () => (await house.log.ends('tokens')).every((end) => end > FACTS);
  while (!(await grown())) await house.addToken([]);
  expect(await ready()).toMatchObject(knowsMore);
  await house.close();
});

test('rule 5: a house whose documents were made again by another one, of its log, is not ready and says which settings to look at', async () => {
  opened = Promise.withResolvers();
  opened.resolve();
  const documents = await openEmbeddedReadModel({ path: ':memory:' });
  await documents.declare(LOG_MARKS);
  const others = await openEmbeddedEventLog({ path: ':memory:' });
  for (let n = 0; n < 30; n++) await others.append('tokens', sampleEvents(`of-another-${n}`, 1));
  await new LogMarks(others, documents).note();
  await others.close();
  const house = await testHouse({ imports: [SlowModule], documents });
  await house.settled();
  const ready = await house.inject({ method: 'GET', url: '/readyz' });
  const projections: unknown = expect.stringMatching(/another house.*KAFKA_TOPIC_PREFIX/);
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { missing: { projections } }]);
  await house.close();
});

test('rule 18: a house whose documents were dropped while it ran is not ready until they are made again', async () => {
  opened = Promise.withResolvers();
  opened.resolve();
  const documents = await GenerationsInMemory.open();
  const house = await testHouse({ imports: [SlowModule], documents });
  const ready = async () => (await house.inject({ method: 'GET', url: '/readyz' })).statusCode;
  const readyAgain = async () => {
    for (const end = Date.now() + 10_000; (await ready()) !== 200 && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return ready();
  };
  expect(await readyAgain()).toBe(200);
  opened = Promise.withResolvers();
  await documents.dropDerived();
  expect(await ready()).toBe(503);
  opened.resolve();
  expect(await readyAgain()).toBe(200);
  await house.close();
});
