import type { FastifyRequest } from 'fastify';
import type { RawQuery } from '../list/query';
import { announcedMedia } from './body-parsers';
import { routeOf } from './route-of';

/** A long page costs as much as many short ones, and a body of many lines as much as many bodies; what else does, its route says. */
export function isHeavy(request: FastifyRequest): boolean {
  const query = request.query as RawQuery;
  return (
    Number(query['limit'] ?? 0) > 100 ||
    announcedMedia(request) === 'ndjson' ||
    routeOf(request).config?.isHeavy?.(query) === true
  );
}
