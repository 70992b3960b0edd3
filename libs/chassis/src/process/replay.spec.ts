import { Controller, Module } from '@nestjs/common';
import { Projection } from '@parapet/eventlog';
import { testHouse } from '../testing';

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
    { status: 'not ready', missing: { projections: 'documents are being made from the log' } },
  ]);
  opened.resolve();
  await house.settled();
  expect((await ready()).statusCode).toBe(200);
  await house.close();
});
