import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { PolicyDocument } from '@parapet/contracts';
import { saysJson } from '../http/media-type';
import { checkPolicy } from './check-policy';
import { parsePolicyYaml } from './policy-yaml';

/** What POST and PUT were sent. */
export interface SentPolicy {
  readonly document: PolicyDocument;
  readonly ifMatch: string | undefined;
}

interface PolicyHttpRequest {
  readonly body: unknown;
  readonly headers: { readonly 'content-type'?: string; readonly 'if-match'?: string };
}

/** The policy in a body: YAML arrives as its text, JSON is parsed already. @throws Problem */
function policyIn({ body, headers }: PolicyHttpRequest): PolicyDocument {
  const yaml = typeof body === 'string' && !saysJson(headers['content-type']);
  return checkPolicy(yaml ? parsePolicyYaml(body) : body);
}

/** Hands a handler the policy that was sent, checked. */
export const Sent = createParamDecorator((_: unknown, context: ExecutionContext): SentPolicy => {
  const request = context.switchToHttp().getRequest<PolicyHttpRequest>();
  return { document: policyIn(request), ifMatch: request.headers['if-match'] };
});
