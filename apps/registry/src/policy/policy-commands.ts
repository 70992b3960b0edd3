import { Injectable } from '@nestjs/common';
import { askedBy, Clock, Commands, findProjected, type UserCaller } from '@parapet/chassis';
import { type Origin, type PolicyDocument, type PolicyEvent, Problem } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { allowsChange, type Preconditions, preconditionFailed } from '../http/entity-tag';
import { deletePolicy, type PolicyAsSeen, updatePolicy } from './change-policy';
import { type PolicyChange, PolicyCreation } from './policy-creation';
import { POLICIES, POLICY_COMMANDS, type StoredPolicy } from './policy.collection';

/** A change that was asked for. */
export interface PolicyRequest extends Preconditions {
  readonly id: string;
  readonly caller: UserCaller;
}

/** Changes policies: decides, appends, and answers when the change can be read. */
@Injectable()
export class PolicyCommands {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly creation: PolicyCreation,
  ) {}

  /**
   * @param key the `Idempotency-Key`, when there is one
   * @throws Problem `unprocessable`, `conflict` for a key that cannot be used so
   */
  create(
    document: PolicyDocument,
    caller: UserCaller,
    key: string | undefined,
  ): Promise<PolicyChange> {
    if (key === undefined) return this.creation.create(document, caller);
    return this.creation.createOnce(document, caller, key);
  }

  /** @throws Problem `not_found` */
  async find(id: string): Promise<StoredPolicy> {
    const policy = await findProjected(this.store, POLICIES, id);
    if (!policy)
      throw new Problem(
        'not_found',
        `There is no policy ${id}`,
        'GET /v1/policies has those there are',
      );
    return policy;
  }

  /** @throws Problem `not_found`, `precondition_failed`; `conflict` when someone else was faster */
  async update(request: PolicyRequest, document: PolicyDocument): Promise<PolicyChange> {
    const { event, after } = await this.change(request, (seen, origin) =>
      updatePolicy(seen, document, origin),
    );
    if (!after) throw lost(request);
    return { id: request.id, version: event.data.version, time: event.time };
  }

  /** @throws Problem `not_found`, `precondition_failed`; `conflict` when someone else was faster */
  async delete(request: PolicyRequest): Promise<void> {
    await this.change(request, deletePolicy);
  }

  private async change<E extends PolicyEvent>(
    { id, caller, ifMatch, ifNoneMatch }: PolicyRequest,
    decide: (seen: PolicyAsSeen, origin: Origin) => E,
  ): Promise<{ event: E; after: StoredPolicy | undefined }> {
    const policy = await this.find(id);
    const event = decide({ policy, ifMatch, ifNoneMatch }, askedBy(caller, this.clock));
    try {
      return { event, after: await this.commands.run(POLICY_COMMANDS, id, event) };
    } catch (error) {
      const conflict = error instanceof Problem && error.code === 'conflict';
      if (!conflict || ifMatch === undefined) throw error;
      const now = (await findProjected(this.store, POLICIES, id))?.version;
      // As by *: what is there is what was meant, and only the moment was not.
      if (now !== undefined && allowsChange(ifMatch, now)) throw error;
      throw preconditionFailed(id, now);
    }
  }
}

/** The policy was deleted while it was being changed. */
const lost = ({ id, ifMatch }: PolicyRequest): Problem =>
  ifMatch === undefined
    ? new Problem(
        'not_found',
        `There is no policy ${id}`,
        'it was deleted at the same moment; POST /v1/policies makes a new one',
      )
    : preconditionFailed(id, undefined);
