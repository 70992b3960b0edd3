import { Advice } from '../../tools/servers/advice.mjs';
import { openApart } from './apart.mjs';
import { openHouse } from './house.mjs';

/** How the house can be run: all services in one process over its own files, or each in a process of its own over servers. */
export const DEPLOYMENTS = ['alone', 'apart'];

/**
 * Starts the house in one of the ways that it can be run.
 * @param deployment one of `DEPLOYMENTS`
 * @param options `servers`: for `apart`; `settings`: variables of the environment besides
 * @returns `url`, `adminToken`, `processes` by their names (`{ house }`, or `{ gateway, ingest, … }`), `stop()`
 * @throws Advice for any other
 */
export async function openDeployment(deployment, { servers, settings }) {
  if (deployment === 'alone') {
    const { processes, ...house } = await openHouse({ settings });
    return { ...house, processes: { house: processes[0] } };
  }
  if (deployment !== 'apart')
    throw new Advice(`There is no deployment ${deployment}, but ${DEPLOYMENTS.join(' and ')}.`);
  const { services, ...house } = await openApart(servers, { settings });
  const first = Object.entries(services).map(([name, [process]]) => [name, process]);
  return { ...house, processes: Object.fromEntries(first) };
}
