import type { HouseClient } from '../house/house-client';
import { HouseProblem } from '../house/house-problem';
import { makeOnce } from './make-policy';
import type { Step } from './plan-policies';
import { asSeen, pathOf, type PolicyShown } from './policy-in-house';

/**
 * Changes what one step says, and only if it still is as it was seen.
 * @returns the id of what was made, if anything was
 * @throws Error that names the file or the policy, when the house refuses or somebody was faster; HouseAway
 */
export async function takeStep(house: HouseClient, step: Step): Promise<string | undefined> {
  try {
    return await ask(house, step);
  } catch (error) {
    if (!(error instanceof HouseProblem)) throw error;
    const about = step.kind === 'delete' ? step.now.name : step.file.path;
    throw new Error(`${about}: ${sentenceOf(error)}`, { cause: error });
  }
}

async function ask(house: HouseClient, step: Step): Promise<string | undefined> {
  switch (step.kind) {
    case 'keep':
      return undefined;
    case 'create':
      return makeOnce(house, step.file);
    case 'update': {
      const { media, source } = step.file;
      const headers = { 'content-type': media, ...asSeen(step.now) };
      const request = { method: 'PUT', headers, body: source, has: 'id' } as const;
      await house.read<{ id: string }>(pathOf(step.now), request);
      return undefined;
    }
    case 'delete':
      await deletePolicy(house, step.now);
      return undefined;
  }
}

/** Deletes it, if it still is as it was seen. @throws HouseProblem, HouseAway */
export const deletePolicy = (house: HouseClient, policy: PolicyShown): Promise<void> =>
  house.remove(pathOf(policy), asSeen(policy));

const sentenceOf = ({ code, message }: HouseProblem): string =>
  code === 'precondition_failed' || code === 'not_found'
    ? 'somebody else changed it meanwhile; call again to see what it is now'
    : message;
