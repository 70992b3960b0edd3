import { createHash, randomUUID } from 'node:crypto';
import type { HouseClient } from '../house/house-client';
import { untilKnown, type Wait } from '../house/until-known';
import { policiesOf } from './policy-in-house';

/** A policy as it is sent. */
export interface SentPolicy {
  readonly name: string;
  readonly source: string;
  /** Media type of the source. */
  readonly media: string;
}

/**
 * Makes a policy that no list has, once: where one was made of the same text before, and could not be read when it was, it is that one.
 * @returns its id; whether it is still there is for `makeGone` to see
 * @throws HouseProblem, HouseAway, NoHouse: then it may have been made, and to call again makes no second one
 */
export const makeOnce = (house: HouseClient, policy: SentPolicy, wait?: Wait): Promise<string> =>
  untilKnown(() => make(house, policy, keyOf(policy)), wait);

/**
 * Makes those anew that were made before, and were deleted or given another name since: of their text alone the house answers as it
 * did then.
 * @param made what `makeOnce` was asked for, by the ids that it answered
 */
export async function makeGone(
  house: HouseClient,
  made: ReadonlyMap<string, SentPolicy>,
  wait?: Wait,
): Promise<void> {
  if (made.size === 0) return;
  const there = new Map((await policiesOf(house)).map(({ id, name }) => [id, name]));
  for (const [id, policy] of made) {
    const key = randomUUID();
    if (there.get(id) !== policy.name) await untilKnown(() => make(house, policy, key), wait);
  }
}

const keyOf = ({ source }: SentPolicy): string => createHash('sha256').update(source).digest('hex');

/** Answers the id of what is made by this key, or was. */
async function make(house: HouseClient, { source, media }: SentPolicy, key: string) {
  const headers = { 'content-type': media, 'idempotency-key': key };
  const request = { method: 'POST', headers, body: source, has: 'id' } as const;
  return (await house.read<{ id: string }>('/v1/policies', request)).id;
}
