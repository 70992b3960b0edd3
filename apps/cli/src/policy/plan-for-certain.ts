import { setTimeout as pause } from 'node:timers/promises';
import type { HouseClient } from '../house/house-client';
import type { Step } from './plan-policies';
import { policiesOf, type PolicyShown } from './policy-in-house';

/** What a house says of itself, as far as lists depend on it. */
interface About {
  readonly services: readonly { readonly name: string; readonly missing: readonly string[] }[];
  readonly storage: { readonly read_model: string };
}

/** For so long, at most, a process over servers does not hear that documents were dropped: it lists none, and is ready as it thinks. */
const UNHEARD_MS = 2_500;

/** How often, and after how long, a house is asked again that is not ready: for 20 s. */
const [TIMES, AGAIN_MS] = [40, 500];

type Wait = (ms: number) => Promise<unknown>;

/**
 * What is to be done, by all policies of the house. One that makes its documents again lists some of them or none, and what it does
 * not list would be made a second time: so that is over first, and over servers it is asked twice before anything is made.
 * @throws Error with a sentence when documents are still made again after 20 s; HouseProblem, HouseAway, NoHouse
 */
export async function planForCertain(
  house: HouseClient,
  plan: (inHouse: readonly PolicyShown[]) => Step[],
  wait: Wait = pause,
): Promise<Step[]> {
  const { storage } = await whole(house, wait);
  const steps = plan(await policiesOf(house));
  const makes = steps.some(({ kind }) => kind === 'create');
  if (storage.read_model === 'embedded' || !makes) return steps;
  await wait(UNHEARD_MS);
  await whole(house, wait);
  return plan(await policiesOf(house));
}

/** What the house says of itself when it has made its documents. @throws Error with a sentence when that takes too long */
async function whole(house: HouseClient, wait: Wait): Promise<About> {
  for (let left = TIMES; ; left -= 1) {
    const about = await house.read<About>('/v1/about', { list: 'services' });
    const reason = whatIsMade(about);
    if (reason === undefined) return about;
    if (left === 0)
      throw new Error(
        `The house does not know all its policies yet (${reason}): nothing was changed. Call again when it is ready.`,
      );
    await wait(AGAIN_MS);
  }
}

/** Why policies may not all be listed; undefined when they are. Of several services the registry lists them. */
function whatIsMade({ services }: About): string | undefined {
  const registry = services.filter(({ name }) => name === 'registry');
  const reasons = (registry.length > 0 ? registry : services).flatMap(({ missing }) => missing);
  return reasons.find((what) => what.startsWith('projections: '));
}
