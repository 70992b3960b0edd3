import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { ocsfSchema } from '../../../tools/ocsf/schema.mjs';

/** Says what is wrong with a finding, by the published schema; nothing when it is right. */
export type Mistakes = (finding: unknown) => readonly string[];

/** The published schema of a Detection Finding, with the profile that the house names. */
export async function findingSchema(version: string): Promise<Mistakes> {
  const wanted = { version, name: 'detection_finding', profiles: ['security_control'] };
  // Its patterns are written for other engines, and it names types beside enumerations.
  const ajv = new Ajv2020({ allErrors: true, strict: false, unicodeRegExp: false });
  const validate: ValidateFunction = ajv.compile(await ocsfSchema(wanted));
  return (finding) => {
    validate(finding);
    return (validate.errors ?? []).map(
      (e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`,
    );
  };
}
