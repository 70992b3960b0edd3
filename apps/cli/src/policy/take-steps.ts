import type { HouseClient } from '../house/house-client';
import { makeGone } from './make-policy';
import type { Step } from './plan-policies';
import type { PolicyFile } from './policy-files';
import { takeStep } from './take-step';

type Create = Extract<Step, { kind: 'create' }>;

/**
 * Changes what the steps say, policies that are made first: those that are deleted go when all else is there.
 * @param done is told of each step that is taken, also when a later one fails
 * @throws as `takeStep` does
 */
export async function takeSteps(
  house: HouseClient,
  steps: readonly Step[],
  done: (step: Step) => void,
): Promise<void> {
  const creates = steps.filter((step) => step.kind === 'create');
  await makeEach(house, creates, done);
  for (const step of steps) {
    if (step.kind === 'create') continue;
    await takeStep(house, step);
    done(step);
  }
}

/** A policy is made when it is there: the house also answers so of one that was made before and deleted since. */
async function makeEach(
  house: HouseClient,
  steps: readonly Create[],
  done: (step: Step) => void,
): Promise<void> {
  const made = new Map<string, PolicyFile>();
  const taken: Create[] = [];
  try {
    for (const step of steps) {
      const id = await takeStep(house, step);
      if (id !== undefined) made.set(id, step.file);
      taken.push(step);
    }
  } finally {
    await makeGone(house, made);
    taken.forEach(done);
  }
}
