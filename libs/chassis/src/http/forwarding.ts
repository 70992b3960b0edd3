import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of the route table under which the request is forwarded; undefined when this process answers itself. */
    forwardedTo: string | undefined;
  }
}

/** Sends requests on to other processes. Only a process that keeps nothing has one. */
export abstract class Forwarding {
  /** The place under which requests to this path (as it was sent) are forwarded, such as `/v1/issues`; null for all others. */
  abstract placeOf(target: string): string | null;
  /** Answers with what another process answers. Its body has not been read. @throws Problem `unavailable` */
  abstract forward(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}
