import { isIP } from 'node:net';
import { AGENT_KINDS, type AgentKind, Problem } from '@parapet/contracts';
import { checkLabels } from './check-labels';

const MAX_BYTES = 1024;

/** What a person says of a new agent. */
export interface AgentDescription {
  readonly name: string;
  readonly os: string;
  readonly ip?: string;
  readonly kind: AgentKind;
  readonly labels: Readonly<Record<string, string>>;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Makes a description of what was sent. The kind is looked at first, then name, os and ip together, then the labels; the
 * first group with a mistake is the answer. Properties that are not known are ignored.
 * @throws Problem `bad_request` with the sentence of the API
 */
export function checkAgent(sent: unknown): AgentDescription {
  if (!isObject(sent)) throw new Problem('bad_request', 'the body must be a JSON object');
  const kind = AGENT_KINDS.find((known) => known === sent['kind']);
  if (kind === undefined) throw new Problem('bad_request', 'invalid agent kind');
  const { name, os, ip } = checkIdentity(sent);
  return { name, os, ...(ip !== undefined && { ip }), kind, labels: checkLabels(sent['labels']) };
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkIdentity(sent: Body): Pick<AgentDescription, 'name' | 'os' | 'ip'> {
  const mistakes: string[] = [];
  const name = required(sent, 'name', mistakes);
  const os = required(sent, 'os', mistakes);
  const ip = address(sent['ip']);
  if (ip === null) mistakes.push('invalid ip');
  if (mistakes.length > 0) throw new Problem('bad_request', `invalid agent: ${mistakes.join(',')}`);
  return { name, os, ...(typeof ip === 'string' && { ip }) };
}

function required(sent: Body, field: 'name' | 'os', mistakes: string[]): string {
  const value = sent[field] ?? '';
  if (typeof value !== 'string') mistakes.push(`${field} must be a string`);
  else if (value.trim() === '') mistakes.push(`${field} is required`);
  else if (Buffer.byteLength(value) > MAX_BYTES) mistakes.push(`${field} exceeds maximum length`);
  else return value;
  return '';
}

/** An IPv4 or IPv6 address without a zone; undefined when none was sent, null when it is none. */
function address(ip: unknown): string | undefined | null {
  if (ip === undefined || ip === null) return undefined;
  return typeof ip === 'string' && isIP(ip) !== 0 && !ip.includes('%') ? ip : null;
}
