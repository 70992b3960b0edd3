import type { HouseClient } from '../../house/house-client';
import { pathOf, policiesOf } from '../../policy/policy-in-house';
import type { DemoPolicy } from '../fleet';

/** Makes policies, or brings those of the same names back to what is said here. */
export async function putPolicies(
  admin: HouseClient,
  policies: readonly DemoPolicy[],
): Promise<void> {
  const inHouse = await policiesOf(admin);
  for (const policy of policies) {
    const there = inHouse.find(({ name }) => name === policy.name);
    if (there) await admin.ask(pathOf(there), { method: 'PUT', json: policy });
    else await admin.ask('/v1/policies', { method: 'POST', json: policy });
  }
}
