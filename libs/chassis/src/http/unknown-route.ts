import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './answer-error';
import { plainPath } from './request-path';
import type { RouteTable } from './route-table';
import type { ShowPage } from './unknown-pages';

/** What is answered where nothing is. */
export const noSuchPath = (details = 'all paths are listed at /docs'): Problem =>
  new Problem('not_found', 'There is no such path', details);

/** Answers what no route matches: 405 with `Allow` when the path knows another method, else 404, as a page where one is shown. */
export const unknownRoute =
  (table: RouteTable, show: ShowPage) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const allowed = table.methodsOf(plainPath(request.url));
    if (allowed.length === 0) {
      if (show(request, reply)) return;
      return answerError(noSuchPath(), request, reply);
    }
    reply.header('allow', allowed.join(', '));
    const problem = new Problem(
      'method_not_allowed',
      `${request.method} is not known here`,
      `this path knows ${allowed.join(', ')}`,
    );
    answerError(problem, request, reply);
  };
