import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type BackgroundWork,
  renderService,
  type ServiceName,
  type ServiceView,
  type Settings,
  SettingsError,
} from '@parapet/chassis';
import { type Patience, Upstream } from './upstream';
import { Upstreams } from './upstreams';

const LOOK_EVERY_MS = 500;
const NAMES: readonly ServiceName[] = ['ingest', 'detection', 'registry', 'notifier'];

const missing = (names: readonly ServiceName[]): SettingsError =>
  new SettingsError(
    names.map((name) => {
      const setting = `${name.toUpperCase()}_URL`;
      return `${setting} must be given to a gateway: addresses such as http://${name}:8080, separated by commas.`;
    }),
  );

/**
 * The addresses of every service. Where a service has several, each is asked twice a second, and at once when something is wrong,
 * whether it is ready: one that starts or stops gets no requests while another one is there.
 */
@Injectable()
export class Services implements BackgroundWork, OnApplicationShutdown {
  readonly name = 'addresses of services';
  private readonly byName: ReadonlyMap<ServiceName, Upstreams>;
  private timer: NodeJS.Timeout | undefined;

  /** @throws SettingsError when the addresses of a service are not given */
  constructor({ services: addresses, rateLimit }: Settings, patience: Patience) {
    const absent = NAMES.filter((name) => addresses[name].length === 0);
    if (absent.length > 0) throw missing(absent);
    const of = (name: ServiceName): Upstreams =>
      new Upstreams(addresses[name].map((origin) => new Upstream(origin, patience, rateLimit.on)));
    this.byName = new Map(NAMES.map((name) => [name, of(name)]));
    for (const upstream of this.choices()) upstream.onDoubt(() => void upstream.look());
  }

  of(name: ServiceName): Upstreams {
    const upstreams = this.byName.get(name);
    if (!upstreams) throw new Error(`there is no service ${name}`);
    return upstreams;
  }

  /** How each service is, asked now. One replica that is ready is enough. */
  states(): Promise<readonly ServiceView[]> {
    return Promise.all(NAMES.map((name) => this.state(name)));
  }

  /** The first look is waited for, so that the first request finds who is ready. */
  async start(): Promise<void> {
    await this.look();
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
  }

  async onApplicationShutdown(): Promise<void> {
    const all = [...this.byName.values()].flatMap((upstreams) => upstreams.all);
    await Promise.all(all.map((upstream) => upstream.close()));
  }

  private async state(name: ServiceName): Promise<ServiceView> {
    const { all } = this.of(name);
    await Promise.all(all.map((upstream) => upstream.look()));
    const replicas = all.map((upstream) => renderService(name, upstream.missing));
    const ready = replicas.some((replica) => replica.ready);
    return { name, ready, missing: replicas.flatMap(({ missing }) => missing) };
  }

  private async look(): Promise<void> {
    await Promise.all(this.choices().map((upstream) => upstream.look()));
  }

  /** Addresses beside which there is another. */
  private choices(): readonly Upstream[] {
    return [...this.byName.values()].flatMap(({ all }) => (all.length > 1 ? all : []));
  }
}
