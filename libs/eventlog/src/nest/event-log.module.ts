import {
  type DynamicModule,
  type FactoryProvider,
  Global,
  Inject,
  Module,
  type ModuleMetadata,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { EventLog } from '../event-log';

/** How the log of a process is opened. */
export interface EventLogModuleOptions {
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  readonly inject?: NonNullable<FactoryProvider['inject']>;
  readonly useFactory: FactoryProvider<Promise<EventLog> | EventLog>['useFactory'];
}

/** Gives `EventLog` to all modules and closes it last. */
@Global()
@Module({})
export class EventLogModule implements OnApplicationShutdown {
  constructor(@Inject(EventLog) private readonly log: EventLog) {}

  static forRootAsync(options: EventLogModuleOptions): DynamicModule {
    const { imports = [], inject = [], useFactory } = options;
    return {
      module: EventLogModule,
      imports,
      providers: [{ provide: EventLog, inject, useFactory }],
      exports: [EventLog],
    };
  }

  /** Not onModuleDestroy: that runs before the consumers are closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.log.close();
  }
}
