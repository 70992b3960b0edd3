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

/**
 * A policy is made when it is there: the house also answers so of one that was made before and deleted since.
 * @throws Error that names those of which nobody can say whether they are there
 */
async function makeEach(
  house: HouseClient,
  steps: readonly Create[],
  done: (step: Step) => void,
): Promise<void> {
  const made = new Map<string, PolicyFile>();
  const taken: Create[] = [];
  const take = async (): Promise<void> => {
    for (const step of steps) {
      const id = await takeStep(house, step);
      if (id !== undefined) made.set(id, step.file);
      taken.push(step);
    }
  };
  const [taking] = await Promise.allSettled([take()]);
  const [looking] = await Promise.allSettled([makeGone(house, made)]);
  const failed = [taking, looking].find((work) => work.status === 'rejected');
  if (looking.status === 'rejected') throw unsure(taken, failed?.reason);
  taken.forEach(done);
  if (failed) throw failed.reason;
}

function unsure(taken: readonly Create[], error: unknown): Error {
  const names = taken.map(({ file }) => file.document.name).join(', ');
  const why = error instanceof Error ? error.message : String(error);
  const sentence = `Sent before, and not seen in the house yet: ${names}. Call again to go on.`;
  return new Error(`${why}\n${sentence}`, { cause: error });
}
