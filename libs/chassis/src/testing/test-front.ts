import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import { openFront } from '../process/front';
import type { Front } from '../process/house';
import type { Settings } from '../settings/settings.config';
import { TestClock } from './test-clock';
import { testSettings } from './test-settings';

/** A process that keeps nothing, serving on a port of this machine. */
export interface TestFront extends Front {
  /** Without a trailing slash. */
  readonly url: string;
}

/** Starts a front of this module, which provides `Forwarding`. */
export async function testFront(
  module: Type | DynamicModule,
  over: Partial<Settings>,
): Promise<TestFront> {
  const given = { settings: testSettings(over), clock: new TestClock() };
  const front = await openFront({ module, ...given, logger: false, name: 'front' });
  await front.serve();
  await front.app.listen(0, '127.0.0.1');
  const { port } = front.app.getHttpServer().address() as AddressInfo;
  return { ...front, url: `http://127.0.0.1:${port}` };
}
