import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { foldInto, withoutVoidCreations } from '@parapet/chassis';
import { evolvePolicy, type PolicyEvent, type Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { POLICIES } from './policy.collection';

/** Topic `policies` into the collection that the API reads. */
@Controller()
export class PolicyProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('policies', 'registry.policies')
  async project(@Payload() records: readonly Recorded<PolicyEvent>[]): Promise<void> {
    const counting = await withoutVoidCreations(this.store, records);
    await foldInto(this.store, POLICIES, counting, {
      evolve: evolvePolicy,
      gone: (policy) => policy.deleted === true,
    });
  }
}
