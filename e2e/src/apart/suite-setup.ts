import buildFirst from '../../../tools/jest-global-setup.cjs';
import { type Deployment, openDeployment } from './deployment';
import { freshStorage, givenServers, type Storage } from './storage';

/** What the whole run shares; the teardown ends it. */
export const shared: { deployment?: Deployment; storage?: Storage } = {};

/** Jest's global setup for the suite on the processes apart: one deployment, at which `openHouse` finds it. */
export default async function setup(): Promise<void> {
  buildFirst();
  shared.storage = freshStorage(givenServers());
  const deployment = await openDeployment({ storage: shared.storage });
  shared.deployment = deployment;
  process.env['E2E_BASE_URL'] = deployment.gateways.join(',');
  process.env['E2E_ADMIN_TOKEN'] = deployment.adminToken;
}
