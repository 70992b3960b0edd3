import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type TagCondition, tagCondition } from './entity-tag';

const FIELD = { 'If-Match': 'if-match', 'If-None-Match': 'if-none-match' } as const;

interface Conditional {
  readonly headers: IncomingHttpHeaders;
}

/** The condition in a header of the request; undefined when there is none. @throws Problem `bad_request` */
export function conditionIn(
  { headers }: Conditional,
  header: keyof typeof FIELD,
): TagCondition | undefined {
  const sent = headers[FIELD[header]];
  return sent === undefined ? undefined : tagCondition(header, sent);
}

const condition = (header: keyof typeof FIELD) =>
  createParamDecorator((_: unknown, context: ExecutionContext): TagCondition | undefined =>
    conditionIn(context.switchToHttp().getRequest<Conditional>(), header),
  );

/** Hands a handler what `If-Match` says; undefined when it is not there. @throws Problem `bad_request` */
export const IfMatch = condition('If-Match');

/** Hands a handler what `If-None-Match` says; undefined when it is not there. @throws Problem `bad_request` */
export const IfNoneMatch = condition('If-None-Match');
