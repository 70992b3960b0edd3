import { isDeepStrictEqual } from 'node:util';
import type { PolicyDocument } from '@parapet/contracts';
import { documentOf } from '@parapet/registry';
import type { PolicyFile } from './policy-files';
import { named, type PolicyShown } from './policy-in-house';

/** What is to be done so that the house says what a file says. */
export type Step =
  | { readonly kind: 'create'; readonly file: PolicyFile }
  | { readonly kind: 'update'; readonly file: PolicyFile; readonly now: PolicyShown }
  | { readonly kind: 'keep'; readonly file: PolicyFile; readonly now: PolicyShown }
  | { readonly kind: 'delete'; readonly now: PolicyShown };

/**
 * What is to be done, file by file; a policy is known by its name. With `prune` policies that no file has go, last.
 * @throws Error when the house has two policies of one name
 */
export function planPolicies(
  files: readonly PolicyFile[],
  inHouse: readonly PolicyShown[],
  prune = false,
): Step[] {
  const steps = files.map((file): Step => {
    const now = named(inHouse, file.document.name);
    if (!now) return { kind: 'create', file };
    return { kind: isAlike(file.document, now) ? 'keep' : 'update', file, now };
  });
  if (!prune) return steps;
  const kept = new Set(files.map(({ document: { name } }) => name));
  const gone = inHouse.filter(({ name }) => !kept.has(name));
  return [...steps, ...gone.map((now): Step => ({ kind: 'delete', now }))];
}

/** As JSON has it: the order of keys does not matter, nor what is undefined. */
const plainly = (document: PolicyDocument): unknown =>
  JSON.parse(JSON.stringify(documentOf(document)));

const isAlike = (one: PolicyDocument, other: PolicyDocument): boolean =>
  isDeepStrictEqual(plainly(one), plainly(other));
