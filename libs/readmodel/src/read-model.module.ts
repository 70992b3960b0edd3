import {
  type DynamicModule,
  type FactoryProvider,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ReadModel } from './read-model';

/** How the read model is opened: which providers are needed, and the opening. */
export type OpenReadModel = Pick<FactoryProvider<ReadModel>, 'inject' | 'useFactory'>;

/**
 * Gives every module the one `ReadModel`, and closes it last: the shutdown hook runs when requests and consumers have ended.
 * The module that imports it must see the providers in `inject` (they are global, as `Settings` is).
 */
@Module({})
export class ReadModelModule implements OnApplicationShutdown {
  constructor(private readonly store: ReadModel) {}

  static forRootAsync(open: OpenReadModel): DynamicModule {
    return {
      module: ReadModelModule,
      global: true,
      providers: [{ provide: ReadModel, ...open }],
      exports: [ReadModel],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
  }
}
