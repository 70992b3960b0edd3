import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type PolicyDocument, Problem } from '@parapet/contracts';
import { checkPolicy } from '@parapet/patterns';
import { conditionIn } from '../http/conditions';
import type { Preconditions } from '../http/entity-tag';
import { saysJson } from '../http/media-type';
import { readPolicy } from './read-policy';

/** What a route takes to which a policy is sent. */
export const POLICY_MEDIA = { media: ['yaml', 'json'] } as const;

/** Bytes of JSON that a policy may have. */
export const LONGEST_JSON = 256 * 1024;
/** Bytes that the house adds to what was sent, and more: id, version, times, and what was left out. */
const ROOM = 1024;

/** What PUT takes: what GET shows of the longest policy, too. */
export const SENT_BACK_MEDIA = { ...POLICY_MEDIA, bodyLimit: LONGEST_JSON + ROOM } as const;

/** What GET shows of a policy besides what a person wrote of it. */
const ADDED: ReadonlySet<string> = new Set(['id', 'version', 'created_at', 'updated_at']);

/** What POST and PUT were sent. */
export interface SentPolicy extends Preconditions {
  readonly document: PolicyDocument;
}

interface PolicyHttpRequest {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

type Check = (sent: unknown) => PolicyDocument;

/** The policy in a body: YAML arrives as its text, JSON is parsed already. @throws Problem */
function policyIn({ body, headers }: PolicyHttpRequest, check: Check): PolicyDocument {
  const yaml = typeof body === 'string' && !saysJson(headers['content-type']);
  return noLonger(yaml ? readPolicy(body, check) : check(body));
}

/** Numbers may be longer when they are read: 1e20 has 21 digits. @throws Problem where GET would show more than PUT takes */
function noLonger(document: PolicyDocument): PolicyDocument {
  if (Buffer.byteLength(JSON.stringify(document)) <= LONGEST_JSON + ROOM / 2) return document;
  throw new Problem(
    'payload_too_large',
    'The policy is too long',
    'at most 256 KiB of JSON, as GET shows it',
  );
}

/** What was read and is sent back may say what GET added: that is passed over. @throws PolicyProblem */
function checkSentBack(sent: unknown): PolicyDocument {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return checkPolicy(sent);
  return checkPolicy(Object.fromEntries(Object.entries(sent).filter(([key]) => !ADDED.has(key))));
}

const sentAs = (check: Check) =>
  createParamDecorator((_: unknown, context: ExecutionContext): SentPolicy => {
    const request = context.switchToHttp().getRequest<PolicyHttpRequest>();
    const document = policyIn(request, check);
    const ifMatch = conditionIn(request, 'If-Match');
    return { document, ifMatch, ifNoneMatch: conditionIn(request, 'If-None-Match') };
  });

/** Hands a handler the policy that was sent, checked. */
export const Sent = sentAs(checkPolicy);

/** Hands a handler the policy that was sent in place of one that was read, checked. */
export const SentBack = sentAs(checkSentBack);
