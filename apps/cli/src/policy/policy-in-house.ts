import type { PolicyDocument } from '@parapet/contracts';
import { withNearest } from '../arguments/nearest';
import type { HouseClient } from '../house/house-client';

/** A policy as the API shows it. */
export interface PolicyShown extends PolicyDocument {
  readonly id: string;
  readonly version: number;
  readonly updated_at: string;
}

/** All of them, newest first. @throws HouseProblem, HouseAway */
export const policiesOf = async (house: HouseClient): Promise<readonly PolicyShown[]> =>
  (await house.read<{ data: PolicyShown[] }>('/v1/policies', { list: 'data' })).data;

export const pathOf = ({ id }: Pick<PolicyShown, 'id'>): string =>
  `/v1/policies/${encodeURIComponent(id)}`;

/** Lets a change be made only of what was seen. */
export const asSeen = ({ version }: PolicyShown) => ({ 'if-match': `"${version}"` });

/** The policy with this name, undefined when there is none. @throws Error when more than one has it */
export function named(policies: readonly PolicyShown[], name: string): PolicyShown | undefined {
  const [policy, ...more] = policies.filter((one) => one.name === name);
  if (!policy || more.length === 0) return policy;
  const ids = [policy, ...more].map(({ id }) => id).join(', ');
  throw new Error(`${more.length + 1} policies are named ${name}: ${ids}. Delete all but one.`);
}

/** The policy with this id or name. @throws Error when there is none, or more than one */
export function meant(policies: readonly PolicyShown[], word: string): PolicyShown {
  const policy = policies.find(({ id }) => id === word) ?? named(policies, word);
  if (policy) return policy;
  const names = policies.map(({ name }) => name);
  throw new Error(withNearest(`There is no policy ${word}.`, word, names));
}
