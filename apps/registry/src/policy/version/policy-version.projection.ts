import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PolicyEvent, Recorded } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { foldVersions, versionsAround } from './fold-versions';
import { POLICY_VERSIONS, VERSIONS_PROJECTION } from './policy-version.collection';

/** Topic `policies` into the list of what each policy said, version by version. */
@Controller()
export class PolicyVersionProjection {
  constructor(private readonly store: ReadModel) {}

  /** Versions are only added, and the first one of its number counts: what comes again is there already. */
  @Projection('policies', VERSIONS_PROJECTION)
  async project(@Payload() records: readonly Recorded<PolicyEvent>[]): Promise<void> {
    const around = [...new Set(records.flatMap(versionsAround))];
    const made = foldVersions(await this.store.getMany(POLICY_VERSIONS, around), records);
    if (made.length > 0) await this.store.insert(POLICY_VERSIONS, made);
  }
}
