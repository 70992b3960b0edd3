import { Injectable } from '@nestjs/common';
import { askedBy, Clock, Commands, KeyedCreations, type UserCaller } from '@parapet/chassis';
import { type PolicyCreated, type PolicyDocument, randomId } from '@parapet/contracts';
import { createPolicy } from './create-policy';
import { POLICY_COMMANDS } from './policy.collection';

/** What became of a change: where the policy is now. */
export interface PolicyChange {
  readonly id: string;
  readonly version: number;
  readonly time: string;
}

/** Creates policies. */
@Injectable()
export class PolicyCreation {
  constructor(
    private readonly keyed: KeyedCreations,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  async create(document: PolicyDocument, caller: UserCaller): Promise<PolicyChange> {
    const id = randomId('policy');
    const event = createPolicy({ id }, document, askedBy(caller, this.clock));
    await this.commands.run(POLICY_COMMANDS, id, event);
    return { id, version: 1, time: event.time };
  }

  /**
   * With an `Idempotency-Key`: a repetition is answered as the first request was, whatever became of the policy since.
   * @throws Problem `unprocessable`, `conflict`
   */
  async createOnce(
    document: PolicyDocument,
    caller: UserCaller,
    key: string,
  ): Promise<PolicyChange> {
    const request = { caller: caller.tokenId, route: 'POST /v1/policies', key } as const;
    const { id } = await this.keyed.derived(POLICY_COMMANDS, 'policy', request);
    const fact = (requestDigest: string): PolicyCreated =>
      createPolicy({ id, requestDigest }, document, askedBy(caller, this.clock));
    const thing = { target: POLICY_COMMANDS, id, description: document, fact };
    const { time } = await this.keyed.once(thing);
    return { id, version: 1, time };
  }
}
