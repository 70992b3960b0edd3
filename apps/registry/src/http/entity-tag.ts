import { Problem } from '@parapet/contracts';

/** Of each representation its own (RFC 9110, 8.8.3): what a cache keeps as JSON is no answer to who asks for YAML. */
const SUFFIX = { json: '', yaml: '-yaml' } as const;
export type Representation = keyof typeof SUFFIX;

/** The entity tag of a version: strong, the version in quotes. */
export const entityTag = (version: number, as: Representation = 'json'): string =>
  `"${version}${SUFFIX[as]}"`;

/** What `If-Match` or `If-None-Match` names: anything that exists, or these tags as they were sent. */
export type TagCondition = '*' | readonly string[];

/** What a client says of the version that it means to change. */
export interface Preconditions {
  readonly ifMatch: TagCondition | undefined;
  readonly ifNoneMatch?: TagCondition | undefined;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/** Stands for a tag; no header holds it. */
const PLACE = '\0';

/**
 * Parses a list of entity tags (RFC 9110, 8.8.3 and 5.6.1: commas may stand in a tag, and elements may be empty).
 * @throws Problem `bad_request`
 */
export function tagCondition(header: 'If-Match' | 'If-None-Match', sent: string): TagCondition {
  if (sent.trim() === '*') return '*';
  const tags = sent.match(TAG) ?? [];
  const elements = sent.replace(TAG, PLACE).split(',');
  const rest = elements.map((element) => element.trim()).filter((element) => element !== '');
  if (tags.length > 0 && rest.every((element) => element === PLACE)) return tags;
  throw new Problem(
    'bad_request',
    `${header} must be * or a list of entity tags such as "3"`,
    'send the ETag as it was read, with its quotes',
  );
}

/** Whether `If-Match` lets this version be changed: strong comparison, in whichever representation it was read. */
export const allowsChange = (condition: TagCondition, version: number): boolean =>
  condition === '*' ||
  condition.includes(entityTag(version)) ||
  condition.includes(entityTag(version, 'yaml'));

/** Whether `If-None-Match` names what would be answered: weak comparison. */
export const isKnown = (condition: TagCondition, tag: string): boolean =>
  condition === '*' || condition.some((known) => known.replace(/^W\//, '') === tag);

/** Whether `If-None-Match` forbids to change this version: weak comparison, in whichever representation it was read. */
export const forbidsChange = (condition: TagCondition, version: number): boolean =>
  isKnown(condition, entityTag(version)) || isKnown(condition, entityTag(version, 'yaml'));

/** What a client hears whose `If-None-Match` names the stored version. */
export const unwanted = (id: string, version: number): Problem =>
  new Problem(
    'precondition_failed',
    `${id} is a version named in If-None-Match: its ETag is ${entityTag(version)}`,
    'to change what is there send its ETag in If-Match, or neither',
  );

/**
 * What a client hears whose `If-Match` names another version than the stored one.
 * @param version the one there is now; undefined when it was deleted meanwhile
 */
export const preconditionFailed = (id: string, version: number | undefined): Problem =>
  version === undefined
    ? new Problem(
        'precondition_failed',
        `${id} is no longer the version named in If-Match`,
        'it was deleted at the same moment',
      )
    : new Problem(
        'precondition_failed',
        `${id} is not the version named in If-Match: its ETag is ${entityTag(version)}`,
        'read it again, apply the change to what it says now, and send its ETag; a weak one (W/) never matches',
      );
