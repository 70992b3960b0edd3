import type { PolicyDocument } from '@parapet/contracts';
import { checkPolicy } from '@parapet/patterns';
import { parsePolicyYaml } from './policy-yaml';

/** The policy that a text of YAML says. @throws Problem with the sentence, and the line, that the API refuses it with */
export const readPolicy = (source: string): PolicyDocument => checkPolicy(parsePolicyYaml(source));
