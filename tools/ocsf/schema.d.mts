/**
 * A class of the published Open Cybersecurity Schema Framework as JSON Schema (draft 2020-12), which forbids what it does not name.
 * Brings the schema the first time (pinned with hashes in `requirements.txt`).
 * @throws Advice, a sentence that says what to do, where there is no Python
 */
export function ocsfSchema(wanted: {
  /** Such as `1.5.0`. */
  readonly version: string;
  /** Such as `detection_finding`. */
  readonly name: string;
  readonly profiles: readonly string[];
}): Promise<object>;
