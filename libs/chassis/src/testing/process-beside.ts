import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChassisModule } from '../chassis.module';
import { Background } from '../process/background';
import { Metrics } from '../process/metrics';
import type { TestHouse } from './test-house';

/** Another process of a house. */
export interface ProcessBeside {
  readonly app: INestApplicationContext;
  /** Ends its background work and then the process; the storage stays open. */
  close(): Promise<void>;
}

/** What the process is given keeps working when it is closed: it belongs to the house. */
const borrowed = <T extends { close(): Promise<void> }>(owned: T): T =>
  new Proxy(owned, {
    get: (target, name) => {
      if (name === 'close') return () => Promise.resolve();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Starts another process of these modules over the storage of a house. Its background work runs; it consumes nothing. */
export async function processBeside(
  house: Pick<TestHouse, 'log' | 'store' | 'settings' | 'clock'>,
  imports: readonly (Type | DynamicModule)[],
): Promise<ProcessBeside> {
  const { settings, clock } = house;
  const storage = { log: borrowed(house.log), store: borrowed(house.store) };
  const chassis = ChassisModule.stored(
    { settings, clock, metrics: new Metrics(), name: 'beside' },
    storage,
  );
  class Beside {}
  const root = { module: Beside, imports: [chassis, ...imports] };
  const app = await NestFactory.createApplicationContext(root, { logger: false });
  const background = app.get(Background);
  await background.start();
  return {
    app,
    close: async () => {
      await background.stop();
      await app.close();
    },
  };
}
