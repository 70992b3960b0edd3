import type { AgentName } from '../fleet';
import type { FalcoRule } from './falco';
import { hour, type Moment, type Place, type Program, type Sight } from './moment';
import type { Sensors } from './sensors';
import type { Tracing } from './tetragon';
import { CHECKOUT_POD, ORDERS_POD } from './workload';

const GIT: Program = { executable: '/usr/bin/git', command: 'git fetch --depth=1 origin main' };
const NODE: Program = { executable: '/usr/bin/node', command: 'node build/install.js' };
const COMPILER: Program = { executable: '/usr/bin/node', command: 'node build/compile.js' };
const CHECKOUT: Program = { executable: '/srv/checkout', command: '/srv/checkout --port 8080' };
const ORDERS: Program = { executable: '/srv/orders', command: '/srv/orders --port 8080' };

const PROBE: Program = { executable: '/usr/bin/pg_isready', command: 'pg_isready -q' };

const SOURCE: Place = { name: 'github.com', ip: '192.0.2.10', port: 443 };
const PACKAGES: Place = { name: 'packages.acme.example', ip: '192.0.2.20', port: 443 };
const ARTIFACTS: Place = { name: 'artifacts.acme.example', ip: '192.0.2.21', port: 443 };
const DATABASE: Place = { name: 'orders-db.acme.example', ip: '10.20.0.12', port: 5432 };
const PAYMENTS: Place = { name: 'api.payments.example', ip: '203.0.113.40', port: 443 };
const METRICS: Place = { ip: '127.0.0.1', port: 9090 };
const TEST_DATABASE: Place = { name: 'localhost', ip: '127.0.0.1', port: 5432 };

const OUTBOUND: FalcoRule = {
  ...{ rule: 'Outbound connection', priority: 'Notice' },
  tags: ['container', 'network'],
};
const DEPLOYED: FalcoRule = {
  ...{ rule: 'K8s Deployment Created', priority: 'Informational' },
  tags: ['k8s'],
};

const TRACING: Tracing = { policy: 'egress-watch', action: 'KPROBE_ACTION_POST' };

type Deed = (sight: Sight, sensors: Sensors) => Moment;
type Deeds = readonly [Deed, ...Deed[]];

/** One build, in order: source, packages, compiler, tests, artifact. */
const BUILD: readonly Deed[] = [
  (sight, { native }) => native.lookup(sight, GIT, 'github.com'),
  (sight, { native }) => native.connection(sight, GIT, SOURCE),
  (sight, { native }) => native.execution(sight, GIT, 'allowed'),
  (sight, { native }) => native.lookup(sight, NODE, 'packages.acme.example'),
  (sight, { native }) => native.connection(sight, NODE, PACKAGES),
  (sight, { native }) => native.read(sight, NODE, '/home/runner/work/shop/package.json'),
  (sight, { native }) => native.connection(sight, NODE, PACKAGES),
  (sight, { native }) => native.execution(sight, COMPILER, 'allowed'),
  (sight, { native }) => native.connection(sight, COMPILER, TEST_DATABASE),
  (sight, { native }) => native.execution(sight, COMPILER, 'allowed'),
  (sight, { native }) => native.connection(sight, NODE, ARTIFACTS),
];

/** What a node does all day long, as an agent of the house sees it. */
const LIFE: Deeds = [
  (sight, { native }) => native.connection(sight, ORDERS, DATABASE),
  (sight, { native }) => native.lookup(sight, CHECKOUT, 'cart.shop.svc.cluster.local'),
  (sight, { native }) => native.connection(sight, CHECKOUT, PAYMENTS, 'allowed'),
  (sight, { native }) => native.connection(sight, CHECKOUT, METRICS),
  (sight, { native }) => native.execution(sight, PROBE, 'allowed'),
];

/** The same life, as Falco tells of it. */
const FALCO_LIFE: Deeds = [
  (sight, { falco }) =>
    falco.connection(sight, OUTBOUND, { by: CHECKOUT, from: CHECKOUT_POD, to: PAYMENTS }),
  (sight, { falco }) => falco.audited(sight, DEPLOYED, 'create', 'deployments'),
];

/** And Tetragon: of every program that starts, and of connections that a tracing policy asks for. */
const TETRAGON_LIFE: Deeds = [
  (sight, { tetragon }) => tetragon.started(sight, PROBE, ORDERS_POD),
  (sight, { tetragon }) => tetragon.started(sight, CHECKOUT, CHECKOUT_POD),
  (sight, { tetragon }) =>
    tetragon.connected(sight, TRACING, { by: ORDERS, from: ORDERS_POD, to: DATABASE }),
];

const RUNNERS: readonly AgentName[] = ['demo-runner-1', 'demo-runner-2', 'demo-runner-3'];
const NODES: readonly (readonly [AgentName, Deeds])[] = [
  ['demo-node-1', [...LIFE, ...FALCO_LIFE]],
  ['demo-node-2', [...LIFE, ...FALCO_LIFE]],
  ['demo-node-3', [...LIFE, ...TETRAGON_LIFE]],
];
const BUILDS_OF_A_RUNNER = 14;
const DEEDS_OF_A_NODE = 480;
const STEP_MS = 9_000;

function* builds(agent: AgentName, from: number, sensors: Sensors): Generator<Moment> {
  for (let i = 0; i < BUILDS_OF_A_RUNNER; i++) {
    const begin = hour(from, (24 * (i + 0.8 * sensors.dice.next())) / BUILDS_OF_A_RUNNER);
    for (const [step, deed] of BUILD.entries())
      yield deed({ agent, at: begin + step * STEP_MS }, sensors);
  }
}

function* life(sensors: Sensors, from: number, agent: AgentName, deeds: Deeds): Generator<Moment> {
  for (let i = 0; i < DEEDS_OF_A_NODE; i++) {
    const at = hour(from, (24 * (i + sensors.dice.next())) / DEEDS_OF_A_NODE);
    yield sensors.dice.among(deeds)({ agent, at }, sensors);
  }
}

/** Sensors that tell of themselves: no observations, and no issues. */
const healthOf = (from: number, { falco, tetragon }: Sensors): Moment[] => [
  falco.lost({ agent: 'demo-node-1', at: hour(from, 13.2) }, 41_252),
  tetragon.lost({ agent: 'demo-node-3', at: hour(from, 15.7) }, 318),
];

/** What is expected of the fleet: nothing of it is an issue. @param from when the day begins, ms since 1970 */
export const ordinaryDay = (from: number, sensors: Sensors): Moment[] => [
  ...RUNNERS.flatMap((agent) => [...builds(agent, from, sensors)]),
  ...NODES.flatMap(([agent, deeds]) => [...life(sensors, from, agent, deeds)]),
  ...healthOf(from, sensors),
];
