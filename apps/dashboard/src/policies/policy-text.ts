import type { PolicyDocumentView } from '../api/generated/types.gen';
import { documentOf, policyYaml } from './policy-yaml';

/** Bytes of YAML that are taken of a policy; of JSON it may be four times as many. */
const MOST_YAML = 64 * 1024;
/** What is not seen, or not as what it is, and JSON does not escape by itself. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

const isTooLong = (text: string): boolean => new TextEncoder().encode(text).length > MOST_YAML;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => {
    const unit = character.charCodeAt(i).toString(16);
    return `\\u${unit.padStart(4, '0')}`;
  }).join('');

/** A policy as a text that can be edited and sent back: YAML, or JSON where that would be too long. Equal policies are equal texts. */
export function policyText(policy: PolicyDocumentView): string {
  const yaml = policyYaml(policy);
  if (!isTooLong(yaml)) return yaml;
  return `${JSON.stringify(documentOf(policy), null, 2).replace(UNSEEN, escaped)}\n`;
}

/** What is sent of a text: itself, for its lines are what errors tell of; or the shortest JSON, where it is JSON that is too long for YAML. */
export function sentText(text: string) {
  const json = isTooLong(text) ? asJson(text) : undefined;
  const type = json === undefined ? 'application/yaml' : 'application/json';
  return { body: json ?? text, headers: { 'content-type': type } } as const;
}

function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
