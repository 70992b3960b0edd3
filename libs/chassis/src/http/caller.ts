import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Agent, Permission } from '@parapet/contracts';

/** Who is calling, put on the request by the authentication hook. */
export interface UserCaller {
  readonly kind: 'user';
  readonly tokenId: string;
  readonly permissions: readonly Permission[];
}
export interface AgentCaller {
  readonly kind: 'agent';
  readonly agent: Agent;
  /** `agentContext(agent)` as JSON text, made once per change of the agent. */
  readonly contextJson: string;
}
export type Caller = UserCaller | AgentCaller;

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

const callerOf = (context: ExecutionContext): Caller | undefined =>
  context.switchToHttp().getRequest<{ caller?: Caller }>().caller;

/** The user that calls. Only on routes marked `@UserRoute`. */
export const User = createParamDecorator((_: unknown, context: ExecutionContext): UserCaller => {
  const caller = callerOf(context);
  if (caller?.kind !== 'user') throw new Error('@User() on a route without @UserRoute()');
  return caller;
});

/** The agent that calls. Only on routes marked `@AgentRoute`. */
export const FromAgent = createParamDecorator(
  (_: unknown, context: ExecutionContext): AgentCaller => {
    const caller = callerOf(context);
    if (caller?.kind !== 'agent') throw new Error('@FromAgent() on a route without @AgentRoute()');
    return caller;
  },
);
