import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type LogEvent, type Permission, toAppend, type Topic } from '@parapet/contracts';
import type { EventLog, EventLogServer } from '@parapet/eventlog';
import type { ReadModel } from '@parapet/readmodel';
import { SeenAgents } from '../auth/seen-agents';
import type { RouteTable } from '../http/route-table';
import { Clock } from '../process/clock';
import { openHouse } from '../process/house';
import type { Settings } from '../settings/settings.config';
import type { Tracing } from '../tracing/tracing';
import { type AgentChoice, newAgent, newToken, sighting } from './facts';
import { TestClock } from './test-clock';
import { testSettings } from './test-settings';

export interface TestHouseOptions {
  readonly imports: readonly (Type | DynamicModule)[];
  readonly settings?: Partial<Settings>;
  /** Default: a `TestClock`. */
  readonly clock?: Clock;
  /** Documents in place of those in memory; closed with the house. */
  readonly documents?: ReadModel;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
  /** Keeps log and documents where the settings say instead of in memory. */
  readonly onServers?: true;
}

/** A whole house over storage in memory: nothing in it is a double. It listens on nothing; ask it by `inject`. */
export interface TestHouse {
  readonly app: NestFastifyApplication;
  readonly inject: NestFastifyApplication['inject'];
  readonly log: EventLog;
  readonly store: ReadModel;
  readonly consumers: EventLogServer;
  readonly routes: RouteTable;
  readonly settings: Settings;
  readonly clock: Clock;
  /** A user token with every permission. */
  readonly adminToken: string;
  /** Makes a user token with these permissions; answers it. */
  addToken(permissions: readonly Permission[]): Promise<string>;
  /** Makes an agent; answers its id and token. */
  addAgent(choice?: AgentChoice): Promise<{ readonly id: string; readonly token: string }>;
  /** An agent was seen, now or at this time; resolves when this process knows. */
  sight(agentId: string, at?: number): Promise<void>;
  /** Appends a fact as another process would. */
  append(topic: Topic, key: string, event: LogEvent): Promise<void>;
  /** Resolves when every consumer has handled everything in the log, and all that came of it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a house of these modules, with consumers and background work running and an admin token made. */
export async function testHouse(options: TestHouseOptions): Promise<TestHouse> {
  const settings = testSettings(options.settings);
  const clock = options.clock ?? new TestClock();
  const house = await openHouse({
    ...{ modules: options.imports, settings, clock },
    ...{ expires: true, inMemory: !options.onServers, logger: false as const },
    ...(options.documents && { documents: options.documents }),
    ...(options.tracing && { tracing: options.tracing }),
  });
  const { app, log, store, consumers, routes } = house;
  const append = async (topic: Topic, key: string, event: LogEvent): Promise<void> =>
    void (await log.append(topic, [toAppend(key, event)]));
  const addToken = async (permissions: readonly Permission[]): Promise<string> => {
    const { token, fact } = newToken(permissions, clock.now());
    await append('tokens', fact.data.token_id, fact);
    return token;
  };
  const adminToken = await addToken(['admin']);
  await house.consume();
  await house.serve();
  return {
    ...{ app, log, store, consumers, routes, settings, clock, adminToken, addToken, append },
    inject: app.inject.bind(app),
    addAgent: async (choice = {}) => {
      const { id, token, fact } = newAgent(choice, clock.now());
      await append('agents', id, fact);
      return { id, token };
    },
    sight: async (agentId, at = clock.now()) => {
      await append('sightings', agentId, sighting(agentId, at));
      await app.get(SeenAgents).caughtUp();
    },
    settled: () => consumers.idle(),
    close: () => house.close(),
  };
}
