import type { Environment } from '../house/child';
import { Client } from '../house/client';
import { inTurn } from '../house/in-turn';
import { ADMIN_TOKEN, SUITE_SETTINGS } from '../house/suite-settings';
import { freePorts } from './ports';
import { type ServiceName, ServiceProcess } from './service-process';
import type { Storage } from './storage';

/** Each service as its own process, over a real Kafka and a database that speaks MongoDB's protocol. */
export interface Deployment {
  readonly adminToken: string;
  /** What every service process is told, but for its address: for the operator's tools. */
  readonly settings: Environment;
  /** Asks the gateways in turn. */
  readonly admin: Client;
  readonly gateways: readonly string[];
  readonly processes: readonly ServiceProcess[];
  of(service: ServiceName): readonly ServiceProcess[];
  /** By its name, `ingest-1` and so on. */
  named(name: string): ServiceProcess;
  /** Starts one more replica; its address is one of those that the gateways were given from the beginning. */
  add(service: ServiceName): Promise<ServiceProcess>;
  /** Resolves when every process may get traffic. */
  ready(withinMs?: number): Promise<void>;
  /** What ended although nobody wanted it to. */
  deaths(): readonly string[];
  /** Ends every process. @throws when one of them ended by itself before, unless they are kept alive. */
  close(): Promise<void>;
}

export interface DeploymentOptions {
  readonly storage: Storage;
  /** How many processes of each service; two by default, of the registry one. */
  readonly replicas?: Partial<Record<ServiceName, number>>;
  /** Addresses of each service without a process, for replicas that come later; one by default. */
  readonly spare?: number;
  /** Settings on top of the usual ones. */
  readonly env?: Environment;
  /** Where gateways find a process, by its name and address: itself by default, or something in between. */
  readonly way?: (name: string, address: string) => Promise<string>;
  /** Start again what ended by itself, as an orchestrator would. */
  readonly keepAlive?: boolean;
}

const USUAL: Readonly<Record<ServiceName, number>> = {
  ...{ registry: 1, ingest: 2, detection: 2, notifier: 2, gateway: 2 },
};
const SERVICES = ['registry', 'ingest', 'detection', 'notifier', 'gateway'] as const;

const settingsOf = (storage: Storage): Environment => ({
  EVENT_LOG: 'kafka',
  KAFKA_BROKERS: storage.kafka,
  KAFKA_TOPIC_PREFIX: storage.prefix,
  KAFKA_REPLICATION: '1',
  READ_MODEL: 'mongodb',
  MONGODB_URL: storage.mongo,
  SECRET_KEY: 'the-key-of-the-black-box-suite-0123456789',
  ...SUITE_SETTINGS,
});

/** Starts all processes at once and waits until each may get traffic. */
export async function openDeployment(options: DeploymentOptions): Promise<Deployment> {
  const counts = { ...USUAL, ...options.replicas };
  const { way = (_, address) => Promise.resolve(address), keepAlive = false, spare = 1 } = options;
  const ports = [...(await freePorts(SERVICES.length * 8))];
  const taken = new Map(SERVICES.map((name) => [name, ports.splice(0, counts[name] + spare)]));
  const settings = { ...settingsOf(options.storage), ...options.env };
  const routes: Record<string, string> = {};
  for (const service of SERVICES.filter((name) => name !== 'gateway')) {
    const ways = (taken.get(service) ?? []).map((port, i) =>
      way(`${service}-${i + 1}`, `http://127.0.0.1:${port}`),
    );
    routes[`${service.toUpperCase()}_URL`] = (await Promise.all(ways)).join(',');
  }
  const processes: ServiceProcess[] = [];
  const make = (service: ServiceName): ServiceProcess => {
    const number = processes.filter((p) => p.service === service).length + 1;
    const port = taken.get(service)?.[number - 1];
    if (port === undefined) throw new Error(`no address is left for another ${service}`);
    const env = service === 'gateway' ? gatewayOnly({ ...settings, ...routes }) : settings;
    const made = new ServiceProcess({ service, number, port, env, keepAlive });
    processes.push(made);
    return made;
  };
  for (const service of SERVICES) for (let i = 0; i < counts[service]; i += 1) make(service);

  const of = (service: ServiceName): readonly ServiceProcess[] =>
    processes.filter((p) => p.service === service);
  const gateways = of('gateway').map((p) => p.address);
  const deaths = (): readonly string[] => processes.flatMap((p) => p.deaths);
  const deployment: Deployment = {
    adminToken: ADMIN_TOKEN,
    settings,
    admin: new Client(inTurn(gateways), ADMIN_TOKEN),
    gateways,
    processes,
    of,
    named: (name) => {
      const found = processes.find((p) => p.name === name);
      if (!found) throw new Error(`there is no ${name}`);
      return found;
    },
    add: async (service) => {
      const made = make(service);
      await made.start();
      return made;
    },
    ready: async (withinMs) => void (await Promise.all(processes.map((p) => p.ready(withinMs)))),
    deaths,
    close: async () => {
      const before = deaths();
      await Promise.all(processes.map((p) => p.close()));
      if (!keepAlive && before.length > 0) throw new Error(before.join('\n'));
    },
  };
  try {
    for (const process of processes) process.launch();
    await deployment.ready();
  } catch (error) {
    await Promise.all(processes.map((p) => p.close()));
    throw error;
  }
  return deployment;
}

/** A gateway needs neither the log nor the documents: it is not even told where they are. */
function gatewayOnly(settings: Environment): Environment {
  const known = Object.entries(settings).filter(
    ([name]) => !/^(KAFKA|MONGODB|EVENT_LOG|READ_MODEL)/.test(name),
  );
  return Object.fromEntries(known);
}
