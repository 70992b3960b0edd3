import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DynamicModule, Logger, Module } from '@nestjs/common';
import { type DeliveryLogger, EventLogModule, openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel, ReadModelModule } from '@parapet/readmodel';
import { Authenticator } from './auth/authenticator';
import { AgentTable, CredentialTables, TokenTable } from './auth/credential-tables';
import { Door } from './auth/door';
import { TokenUsage } from './auth/token-usage';
import { Commands } from './command/commands';
import { Limits } from './limit/limits';
import { MemoryRateCounters } from './limit/memory-rate-counters';
import { RateCounters } from './limit/rate-counters';
import { Background } from './process/background';
import { Clock } from './process/clock';
import { HealthController } from './process/health.controller';
import { Metrics } from './process/metrics';
import { Readiness } from './process/readiness';
import { WellBeing } from './process/well-being';
import { Projections } from './projection/projections';
import { Settings } from './settings/settings.config';

/** What differs between a process and a test: where data lies and whose time it is. */
export interface ChassisOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  /** Keeps log and documents in memory instead of the data directory. */
  readonly inMemory?: boolean;
}

const SHARED = [
  AgentTable,
  TokenTable,
  Authenticator,
  Background,
  Commands,
  CredentialTables,
  Door,
  Limits,
  Projections,
  Readiness,
  TokenUsage,
  WellBeing,
];

const logger = new Logger('log');
const deliveryLogger: DeliveryLogger = {
  warn: (fields, msg) => logger.warn({ ...fields, msg }),
  error: (fields, msg) => logger.error({ ...fields, msg }),
};

/** What log and store are opened by. */
@Module({})
class GivenModule {}

/** What every process has. Global: services inject these classes without importing a module. */
@Module({})
export class ChassisModule {
  static forRoot({ settings, clock, inMemory = false }: ChassisOptions): DynamicModule {
    const given = [
      { provide: Settings, useValue: settings },
      { provide: Clock, useValue: clock },
      { provide: Metrics, useClass: Metrics },
    ];
    if (!inMemory) mkdirSync(settings.dataDir, { recursive: true });
    const file = (name: string): string => (inMemory ? ':memory:' : join(settings.dataDir, name));
    const now = (): number => clock.now();
    return {
      module: ChassisModule,
      global: true,
      imports: [
        {
          module: GivenModule,
          global: true,
          providers: given,
          exports: given.map((g) => g.provide),
        },
        EventLogModule.forRootAsync({
          inject: [Metrics],
          useFactory: (metrics: Metrics) =>
            openEmbeddedEventLog({
              path: file('log.sqlite'),
              retention: { observations: settings.observationRetentionMs },
              logger: deliveryLogger,
              now,
              observer: {
                count: (what, { group, topic }, count) =>
                  metrics.consumed({ topic, group, outcome: what, count }),
              },
            }),
        }),
        ReadModelModule.forRootAsync({
          useFactory: () => openEmbeddedReadModel({ path: file('documents.sqlite'), now }),
        }),
      ],
      controllers: [HealthController],
      providers: [...SHARED, { provide: RateCounters, useClass: MemoryRateCounters }],
      exports: SHARED,
    };
  }
}
