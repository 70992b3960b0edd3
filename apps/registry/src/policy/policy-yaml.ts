import { type PolicyDocument, Problem } from '@parapet/contracts';
import { MAX_DEPTH } from '@parapet/patterns';
import { constructFromEvents, dump, type Event, JSON_SCHEMA, parseEvents } from 'js-yaml';
import { refusedFeature, syntaxProblem } from './yaml-problem';

/** Bytes of YAML that a policy may have. */
export const MAX_YAML_BYTES = 64 * 1024;

/** What a text of YAML says, and what it was made of. */
export interface PolicyYaml {
  readonly value: unknown;
  readonly events: readonly Event[];
}

/**
 * Parses the YAML of a policy: the JSON-compatible schema only, no aliases, anchors, tags, merge keys or repeated keys, no
 * deeper than ten levels. The events are looked at before a single value is built.
 * @throws Problem `invalid_yaml` with its place; `payload_too_large` over 64 KiB. Nothing else is ever thrown.
 */
export function parsePolicyYaml(source: string): PolicyYaml {
  if (Buffer.byteLength(source) > MAX_YAML_BYTES)
    throw new Problem('payload_too_large', 'A policy may have at most 64 KiB of YAML');
  try {
    const events = parseEvents(source, { maxDepth: MAX_DEPTH });
    const refused = refusedFeature(source, events);
    if (refused) throw refused;
    const limits = { maxAliases: 0, maxTotalMergeKeys: 0 };
    const [value] = constructFromEvents(events, { source, schema: JSON_SCHEMA, ...limits });
    return { value, events };
  } catch (error) {
    throw error instanceof Problem ? error : syntaxProblem(source, error);
  }
}

/** A policy as YAML: the document alone, without id and times. */
export const policyYaml = (document: PolicyDocument): string => dump(document, { lineWidth: -1 });

/** A policy as YAML that can be edited and sent back by PUT; null where it is longer than what is taken: JSON may be longer. */
export function editableYaml(document: PolicyDocument): string | null {
  const yaml = policyYaml(document);
  return Buffer.byteLength(yaml) > MAX_YAML_BYTES ? null : yaml;
}
