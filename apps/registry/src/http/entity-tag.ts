import { Problem } from '@parapet/contracts';

/** The entity tag of a version: strong, the version in quotes. */
export const entityTag = (version: number): string => `"${version}"`;

/** Whether an `If-Match` header allows a change of this version: `*`, or a list of strong tags that names it. */
export function matches(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.includes(entityTag(version));
}

/** What a client hears whose `If-Match` names another version than the stored one. */
export const preconditionFailed = (id: string): Problem =>
  new Problem(
    'precondition_failed',
    `${id} is no longer the version named in If-Match`,
    'read it again, apply the change to what it says now, and send its ETag',
  );
