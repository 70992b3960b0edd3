import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Unavailable } from '@parapet/contracts';
import { openEmbeddedReadModel } from './embedded/open-embedded-read-model';
import { ReadModel } from './read-model';
import { ReadModelModule } from './read-model.module';

@Module({})
class UsesReadModel {
  constructor(readonly store: ReadModel) {}
}

describe('ReadModelModule', () => {
  it('gives every module the one read model and closes it when the application has shut down', async () => {
    const opened = ReadModelModule.forRootAsync({
      useFactory: () => openEmbeddedReadModel({ path: ':memory:' }),
    });
    const app = await Test.createTestingModule({ imports: [opened, UsesReadModel] }).compile();
    await app.init();
    const { store } = app.get(UsesReadModel);
    expect(store).toBe(app.get(ReadModel));
    await store.ping();

    await app.close();

    await expect(store.ping()).rejects.toBeInstanceOf(Unavailable);
  });
});
