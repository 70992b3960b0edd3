import type { HouseClient } from '../../house/house-client';
import type { DemoPolicy } from '../fleet';

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** Makes policies, or brings those of the same names back to what is said here. */
export async function putPolicies(
  admin: HouseClient,
  policies: readonly DemoPolicy[],
): Promise<void> {
  const { data } = await admin.read<{ data: readonly Listed[] }>('/v1/policies');
  for (const policy of policies) {
    const there = data.find(({ name }) => name === policy.name);
    if (there) await admin.ask(`/v1/policies/${there.id}`, { method: 'PUT', json: policy });
    else await admin.ask('/v1/policies', { method: 'POST', json: policy });
  }
}
