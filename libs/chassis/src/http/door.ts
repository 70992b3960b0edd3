import type { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StrayAnswer } from './broken-http';
import type { Caller } from './caller';

/** Lets a request pass, or throws. Also charges what no route could be found for. */
export interface Door {
  pass(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
  anyone(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: Problem | null,
  ): void | Promise<void>;
  /** Whether a caller who was let in would be let in still. Asked of every request: at once, by tables in memory. */
  mayStay(caller: Caller): boolean;
  /** Says where the client stands, and neither counts nor refuses it. */
  tell(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts for an address what is no request, and says where it stands. */
  stray(address: string): Promise<StrayAnswer>;
}
