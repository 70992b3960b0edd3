import type { HouseClient } from '../house/house-client';
import { HouseProblem } from '../house/house-problem';
import type { Step } from './plan-policies';
import { asSeen, pathOf, type PolicyShown } from './policy-in-house';

const YAML = { 'content-type': 'application/yaml' };

/**
 * Changes what one step says, and only if it still is as it was seen.
 * @throws Error that names the file or the policy, when the house refuses or somebody was faster; HouseAway
 */
export async function takeStep(house: HouseClient, step: Step): Promise<void> {
  try {
    await ask(house, step);
  } catch (error) {
    if (!(error instanceof HouseProblem)) throw error;
    const about = step.kind === 'delete' ? step.now.name : step.file.path;
    throw new Error(`${about}: ${sentenceOf(error)}`, { cause: error });
  }
}

async function ask(house: HouseClient, step: Step): Promise<void> {
  switch (step.kind) {
    case 'keep':
      return;
    case 'create':
      await house.ask('/v1/policies', { method: 'POST', headers: YAML, body: step.file.source });
      return;
    case 'update': {
      const headers = { ...YAML, ...asSeen(step.now) };
      await house.ask(pathOf(step.now), { method: 'PUT', headers, body: step.file.source });
      return;
    }
    case 'delete':
      await deletePolicy(house, step.now);
  }
}

/** Deletes it, if it still is as it was seen. @throws HouseProblem, HouseAway */
export const deletePolicy = async (house: HouseClient, policy: PolicyShown): Promise<void> =>
  void (await house.ask(pathOf(policy), { method: 'DELETE', headers: asSeen(policy) }));

const sentenceOf = ({ code, message }: HouseProblem): string =>
  code === 'precondition_failed' || code === 'not_found'
    ? 'somebody else changed it meanwhile; call again to see what it is now'
    : message;
