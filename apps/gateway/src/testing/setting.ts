import type { RequestListener } from 'node:http';
import { testFront, type TestFront, testSettings } from '@parapet/chassis/testing';
import { GatewayProcessModule } from '../gateway-process.module';
import { PATIENCE, type Patience } from '../proxy/upstream';
import { type ServiceServer, serviceServer } from './service-server';

/** What differs from the usual gateway. */
export interface GatewayChoice {
  readonly patience?: Partial<Patience>;
  readonly trustProxy?: readonly string[];
  /** Whether one client gets no more than its share; so unless said otherwise. */
  readonly limited?: boolean;
}

/** An address at which nobody listens. */
export const dead = { url: 'http://127.0.0.1:1' };

/** Gateways and services of one test. */
export class Setting {
  private readonly open: (() => Promise<void>)[] = [];

  /** A service; see `serviceServer`. */
  async service(name: string, answer?: RequestListener): Promise<ServiceServer> {
    const server = await serviceServer(name, answer);
    this.open.push(() => server.stop());
    return server;
  }

  /** A gateway for which these are the addresses of every service. */
  async gateway(
    services: readonly { readonly url: string }[],
    { patience, limited = true, ...settings }: GatewayChoice = {},
  ): Promise<TestFront> {
    const addresses = services.map(({ url }) => url);
    const front = await testFront(GatewayProcessModule.with({ ...PATIENCE, ...patience }), {
      ...settings,
      rateLimit: { ...testSettings().rateLimit, on: limited },
      services: {
        ...{ ingest: addresses, detection: addresses },
        ...{ registry: addresses, notifier: addresses },
      },
    });
    this.open.push(() => front.close());
    return front;
  }

  async end(): Promise<void> {
    for (const close of this.open.splice(0).reverse()) await close();
  }
}
