import { type PolicyDocument, Problem } from '@parapet/contracts';
import { checkPolicy } from '@parapet/patterns';
import { LONGEST_JSON, readPolicy } from '@parapet/registry';
import type { SentPolicy } from './make-policy';

/** What a text says, and how it is sent. */
export interface PolicyText extends SentPolicy {
  readonly document: PolicyDocument;
}

/**
 * A policy of YAML, which JSON is too, sent as it is, for its lines are what errors tell of; or, where it is too long for YAML, of
 * JSON, sent in as few bytes as may be.
 * @throws Problem, PolicyProblem or Error with the sentence that the API would refuse it with
 */
export function readPolicyText(text: string): PolicyText {
  try {
    const document = readPolicy(text);
    return { name: document.name, document, source: text, media: 'application/yaml' };
  } catch (error) {
    if (error instanceof Problem && error.code === 'payload_too_large')
      return readJson(text, error);
    throw error;
  }
}

function readJson(text: string, { message }: Problem): PolicyText {
  const value = parsed(text);
  const source = JSON.stringify(value);
  if (value === undefined || Buffer.byteLength(source) > LONGEST_JSON)
    throw new Error(`${message}, or ${LONGEST_JSON / 1024} KiB of JSON`);
  const document = checkPolicy(value);
  return { name: document.name, document, source, media: 'application/json' };
}

/** Undefined for what is no JSON; the mark that some editors begin a file with is none of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
