import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Agent, Permission } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../auth/session-seal';

/** Who is calling, put on the request by the authentication hook. */
export interface UserCaller {
  readonly kind: 'user';
  readonly tokenId: string;
  readonly permissions: readonly Permission[];
  /** Of a person who signed in; without it the token itself was sent. */
  readonly session?: Session;
}
export interface AgentCaller {
  readonly kind: 'agent';
  readonly agent: Agent;
  /** `agentContext(agent)` as JSON text, made once per change of the agent. */
  readonly contextJson: string;
}
export type Caller = UserCaller | AgentCaller;

/** What is one and the same for all requests of a caller. */
export const callerKey = (caller: Caller): string =>
  caller.kind === 'user' ? caller.tokenId : caller.agent.id;

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined on public routes. */
    caller: Caller | undefined;
    /** The body's original text, on routes with `keepBody`. */
    bodyText: string | undefined;
    /** Gives back its caller's turn; see `CallerTurns`. */
    giveTurn: (() => void) | undefined;
    /** It has come whole, and is being worked on. */
    isInWork: boolean;
    /** `performance.now()` when the request came in. */
    cameAt: number;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** The user that calls. Only on routes marked `@UserRoute`. */
export const User = createParamDecorator((_: unknown, context: ExecutionContext): UserCaller => {
  const { caller } = requestOf(context);
  if (caller?.kind !== 'user') throw new Error('@User() on a route without @UserRoute()');
  return caller;
});

/** What the house puts on the request of an agent. */
export type AgentRequest = Pick<FastifyRequest, 'caller' | 'bodyText' | 'span'>;

/** The agent that calls. Only on routes marked `@AgentRoute`. */
export function agentOf({ caller }: AgentRequest): AgentCaller {
  if (caller?.kind !== 'agent') throw new Error('an agent is asked for without @AgentRoute()');
  return caller;
}

/** The body's original text. Only on routes with `keepBody: true`. */
export function bodyTextOf({ bodyText }: AgentRequest): string {
  if (bodyText === undefined) throw new Error('the text of a body is asked for without keepBody');
  return bodyText;
}

/** `agentOf` the request, as a parameter. */
export const FromAgent = createParamDecorator(
  (_: unknown, context: ExecutionContext): AgentCaller => agentOf(requestOf(context)),
);
