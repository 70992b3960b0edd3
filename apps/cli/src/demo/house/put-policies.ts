import type { HouseClient } from '../../house/house-client';
import { makeGone, makeOnce, type SentPolicy } from '../../policy/make-policy';
import { pathOf, policiesOf } from '../../policy/policy-in-house';
import type { DemoPolicy } from '../fleet';

/** Makes policies, or brings those of the same names back to what is said here. */
export async function putPolicies(
  admin: HouseClient,
  policies: readonly DemoPolicy[],
): Promise<void> {
  const inHouse = await policiesOf(admin);
  const made = new Map<string, SentPolicy>();
  for (const policy of policies) {
    const there = inHouse.find(({ name }) => name === policy.name);
    if (there) {
      await admin.ask(pathOf(there), { method: 'PUT', json: policy });
      continue;
    }
    const sent = sentAs(policy);
    made.set(await makeOnce(admin, sent), sent);
  }
  await makeGone(admin, made);
}

const sentAs = (policy: DemoPolicy): SentPolicy => ({
  ...{ name: policy.name, source: JSON.stringify(policy), media: 'application/json' },
});
