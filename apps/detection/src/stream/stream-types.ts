import { type RawQuery, scalar, type UserCaller } from '@parapet/chassis';
import { allows, type Permission, Problem } from '@parapet/contracts';

/** What a message can be about. */
export const STREAM_TYPES = [
  'issue.created',
  'issue.updated',
  'agent.updated',
  'agent.deleted',
] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/** Whether any of these types is about issues, or about agents. */
export const wants = (types: readonly StreamType[], noun: 'issue' | 'agent'): boolean =>
  types.some((type) => type.startsWith(`${noun}.`));

const needs = (type: StreamType): Permission =>
  type.startsWith('issue.') ? 'issues:read' : 'agents:read';

const isType = (word: string): word is StreamType => STREAM_TYPES.some((type) => type === word);

/**
 * The types that are asked for in `?types=`; left out, all that the caller may hear.
 * @throws Problem for a word that is no type, and for a type that the caller may not hear
 */
export function typesOf(query: RawQuery, { permissions }: UserCaller): readonly StreamType[] {
  const given = scalar(query, 'types');
  if (given === undefined) return STREAM_TYPES.filter((type) => allows(permissions, needs(type)));
  const words = given.split(',');
  const types = words.filter(isType);
  if (types.length < words.length)
    throw new Problem(
      'bad_request',
      `types must be some of ${STREAM_TYPES.join(', ')}, separated by commas`,
      'leave types out for all',
    );
  for (const type of types) if (!allows(permissions, needs(type))) throw lacking(type);
  return types;
}

const lacking = (type: StreamType): Problem =>
  new Problem(
    'forbidden',
    `This token lacks the permission ${needs(type)}, which ${type} needs`,
    `send a token that holds ${needs(type)} or admin, or leave ${type} out of types`,
  );
