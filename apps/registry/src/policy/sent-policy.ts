import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { PolicyDocument } from '@parapet/contracts';
import { checkPolicy } from '@parapet/patterns';
import { conditionIn } from '../http/conditions';
import type { TagCondition } from '../http/entity-tag';
import { saysJson } from '../http/media-type';
import { readPolicy } from './read-policy';

/** What a route takes to which a policy is sent. */
export const POLICY_MEDIA = { media: ['yaml', 'json'] } as const;

/** What POST and PUT were sent. */
export interface SentPolicy {
  readonly document: PolicyDocument;
  readonly ifMatch: TagCondition | undefined;
}

interface PolicyHttpRequest {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** The policy in a body: YAML arrives as its text, JSON is parsed already. @throws Problem */
function policyIn({ body, headers }: PolicyHttpRequest): PolicyDocument {
  const yaml = typeof body === 'string' && !saysJson(headers['content-type']);
  return yaml ? readPolicy(body) : checkPolicy(body);
}

/** Hands a handler the policy that was sent, checked. */
export const Sent = createParamDecorator((_: unknown, context: ExecutionContext): SentPolicy => {
  const request = context.switchToHttp().getRequest<PolicyHttpRequest>();
  return { document: policyIn(request), ifMatch: conditionIn(request, 'If-Match') };
});
