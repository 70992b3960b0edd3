import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** See `routeOf`. */
    route: FastifyRequest['routeOptions'] | undefined;
  }
}

/** The route that was found for a request: Fastify makes `routeOptions` anew whenever it is asked for, and it is asked for often. */
export const routeOf = (
  request: Pick<FastifyRequest, 'route' | 'routeOptions'>,
): FastifyRequest['routeOptions'] => (request.route ??= request.routeOptions);
