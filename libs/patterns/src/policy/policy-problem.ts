import { Problem } from '@parapet/contracts';

/** Where in a policy: keys and indices, from the whole policy down. */
export type PolicyPath = readonly (string | number)[];

/** Which of an entry is wrong: what it is called, or what it says. */
export type PolicyPart = 'key' | 'value';

/** What is wrong in a policy, and where. The place may be one where something is missing. */
export class PolicyProblem extends Problem {
  constructor(
    message: string,
    readonly path: PolicyPath,
    advice = 'what a policy is made of is described at /docs',
    readonly part: PolicyPart = 'value',
  ) {
    super('bad_request', message, advice);
  }
}

/** A place as people write it: `rules[0].pattern`. */
export const nameOf = (path: PolicyPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
