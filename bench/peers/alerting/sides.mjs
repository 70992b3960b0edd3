import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../tools/servers/index.mjs';
import { createAgents } from '../../kit/agents.mjs';
import { expectOk } from '../../kit/client.mjs';
import { openHouse } from '../../kit/house.mjs';
import { runProgram } from '../program.mjs';
import { ALERT, FALCO_EVENT, OBSERVATION } from './events.mjs';
import { programOf } from './programs.mjs';

/** Connections of the load generator; the house is told by as many agents. */
export const CONNECTIONS = 64;

const JSON_BODY = { 'content-type': 'application/json' };
const REACHING = { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

async function openThisHouse({ folder, webhook }) {
  const start = async () => {
    const { processes, url, adminToken } = await openHouse({ folder, settings: REACHING });
    const kept = async () => {
      const summary = await expectOk(`${url}/v1/deliveries/summary`, { token: adminToken });
      return summary.by_status.pending;
    };
    return { url, adminToken, kept, pid: processes[0].pid, stop: processes[0].stop };
  };
  const process = await start();
  const { url, adminToken: token } = process;
  const body = JSON.stringify({ url: webhook });
  await expectOk(`${url}/v1/webhooks`, { method: 'POST', token, body });
  const tokens = await createAgents(process, CONNECTIONS);
  const headers = tokens.map((agent) => ({ ...JSON_BODY, authorization: `Bearer ${agent}` }));
  return { process, again: start, asked: askedOf('PUT', '/v1/events_v2', OBSERVATION, headers) };
}

const openFalcosidekick =
  (settings) =>
  ({ folder, webhook }) =>
    openProgram('falcosidekick', folder, (port) => ({
      config: { listenport: port, webhook: { address: webhook, ...settings } },
      argsOf: (config) => ['-c', config],
      asked: askedOf('POST', '/', FALCO_EVENT),
    }));

const openAlertmanager = ({ folder, webhook }) =>
  openProgram('alertmanager', folder, (port) => ({
    config: {
      route: { receiver: 'webhook', group_by: ['...'], group_wait: '0s' },
      receivers: [{ name: 'webhook', webhook_configs: [{ url: webhook, send_resolved: false }] }],
    },
    argsOf: (config) => [
      ...[`--config.file=${config}`, `--storage.path=${join(folder, 'alertmanager')}`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='],
    ],
    asked: askedOf('POST', '/api/v2/alerts', [ALERT]),
  }));

const askedOf = (method, path, event, headers = [JSON_BODY]) => ({
  ...{ method, path, headers, body: JSON.stringify(event) },
});

async function openProgram(name, folder, settingsOf) {
  const port = await freePort();
  const { config, argsOf, asked } = settingsOf(port);
  const file = join(folder, `${name}.yaml`);
  // What is JSON is YAML.
  await writeFile(file, JSON.stringify(config));
  const start = async () => ({
    ...(await runProgram(programOf(name), argsOf(file), { port, core: 'server' })),
    kept: async () => 0,
  });
  return { process: await start(), again: start, asked };
}

/**
 * What users would pick from. `needs`: a program of others; `open({ folder, webhook })` starts it over a folder of its own with one
 * webhook, and resolves with `process` (`url`, `pid`, `stop(signal)`, `kept()`: how many it says that it will still send), `again()`
 * (starts it once more over the same folder) and `asked` (how the load generator tells it events).
 */
export const SIDES = {
  house: { name: 'this house', acknowledges: 'on disk', open: openThisHouse },
  alertmanager: {
    ...{ name: 'Alertmanager', needs: 'alertmanager', acknowledges: 'in memory' },
    open: openAlertmanager,
  },
  falcosidekick64: {
    ...{ name: 'falcosidekick, 64 in flight', needs: 'falcosidekick', acknowledges: 'in memory' },
    open: openFalcosidekick({ maxconcurrentrequests: 64 }),
  },
  falcosidekick: {
    ...{ name: 'falcosidekick, default', needs: 'falcosidekick', acknowledges: 'in memory' },
    open: openFalcosidekick({}),
  },
};

/** Those that can be run here. Says of the others what is missing, and how to get it. */
export function sidesHere() {
  const missing = new Set();
  const here = Object.values(SIDES).filter(({ needs }) => {
    try {
      return needs === undefined || programOf(needs) !== undefined;
    } catch (error) {
      missing.add(error.message);
      return false;
    }
  });
  for (const advice of missing) console.error(`  ${advice}`);
  return here;
}
