import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { EventLogModule } from '@parapet/eventlog';
import { ReadModelModule } from '@parapet/readmodel';
import { Authenticator } from './auth/authenticator';
import { SeenAgents } from './auth/seen-agents';
import { ServiceDoor } from './auth/service-door';
import { Sessions } from './auth/sessions';
import { ShownCredentials } from './auth/shown-credentials';
import { AgentHearings } from './auth/agent-hearings';
import { ActivityTable } from './auth/activity-table';
import { AgentTable } from './auth/agent-table';
import { CredentialTables, TokenTable } from './auth/credential-tables';
import { FrontDoor } from './auth/front-door';
import { TokenUsage } from './auth/token-usage';
import { Commands } from './command/commands';
import { Admission } from './http/admission';
import { UnknownPages } from './http/unknown-pages';
import { KeyedCreations } from './idempotency/keyed-creations';
import { Limits } from './limit/limits';
import { LineToll } from './limit/line-toll';
import { MemoryRateCounters } from './limit/memory-rate-counters';
import { RateCounters } from './limit/rate-counters';
import { SharedRateCounters } from './limit/shared-rate-counters';
import { AboutController } from './process/about.controller';
import { Background } from './process/background';
import { Clock } from './process/clock';
import { HealthController } from './process/health.controller';
import { Metrics } from './process/metrics';
import { Readiness } from './process/readiness';
import { ReadinessMetrics } from './process/readiness-metrics';
import { StorageHealth } from './process/storage-health';
import { ThisProcess } from './process/this-process';
import { WellBeing } from './process/well-being';
import { Projections } from './projection/projections';
import { Settings } from './settings/settings.config';
import type { Storage } from './storage/storage';
import { StorageMetrics } from './storage/storage-metrics';
import { NO_TRACING, Tracing } from './tracing/tracing';

/** What a process is given. */
export interface Given {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** As operators call the process. */
  readonly name: string;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

const EVERYWHERE = [
  Admission,
  Background,
  Limits,
  Readiness,
  ReadinessMetrics,
  UnknownPages,
  WellBeing,
];
const STORED = [
  ActivityTable,
  AgentHearings,
  AgentTable,
  TokenTable,
  Authenticator,
  Sessions,
  SeenAgents,
  ShownCredentials,
  Commands,
  CredentialTables,
  ServiceDoor,
  KeyedCreations,
  LineToll,
  Projections,
  StorageHealth,
  StorageMetrics,
  TokenUsage,
];

/** What every process has. Global: services inject these classes without importing a module. */
@Module({})
export class ChassisModule {
  /** For a process that keeps facts and documents, in a storage that is open. It closes the storage last. */
  static stored(given: Given, { log, store }: Storage): DynamicModule {
    const shared = given.settings.readModel !== 'embedded';
    const counters = shared ? new SharedRateCounters(store) : new MemoryRateCounters();
    return {
      ...chassis(given, STORED, counters),
      controllers: [HealthController, AboutController],
      imports: [
        EventLogModule.forRootAsync({ useFactory: () => log }),
        ReadModelModule.forRootAsync({ useFactory: () => store }),
      ],
    };
  }

  /** For a process that keeps nothing: without tokens, commands or consumers. */
  static keepingNothing(given: Given): DynamicModule {
    return chassis(given, [FrontDoor], new MemoryRateCounters());
  }
}

function chassis(
  { settings, clock, metrics, name, tracing = NO_TRACING }: Given,
  more: readonly Provider[],
  counters: RateCounters,
): DynamicModule {
  const given = [
    { provide: Settings, useValue: settings },
    { provide: Clock, useValue: clock },
    { provide: Metrics, useValue: metrics },
    { provide: Tracing, useValue: tracing },
    { provide: ThisProcess, useValue: new ThisProcess(name, clock.now()) },
  ];
  const providers = [...given, ...EVERYWHERE, ...more];
  return {
    module: ChassisModule,
    global: true,
    controllers: [HealthController],
    providers: [...providers, { provide: RateCounters, useValue: counters }],
    exports: providers,
  };
}
