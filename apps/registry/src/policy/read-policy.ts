import type { PolicyDocument } from '@parapet/contracts';
import { checkPolicy, PolicyProblem } from '@parapet/patterns';
import { parsePolicyYaml } from './policy-yaml';
import { YamlOffsets } from './yaml-offset';
import { problemAt } from './yaml-place';

/**
 * The policy that a text of YAML says.
 * @param check what is made of what it says
 * @throws Problem with the sentence that the API refuses it with; its details begin with the place: `line 3, column 5: `
 */
export function readPolicy(source: string, check = checkPolicy): PolicyDocument {
  const { value, events } = parsePolicyYaml(source);
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof PolicyProblem)) throw error;
    const offset = new YamlOffsets(source, events).at(error.path, error.part);
    throw problemAt(source, offset, error);
  }
}
