import type { Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { DirectMethod } from './route';

/** Answers the one instance of a provider that there is. */
export type Find = (type: Type) => Readonly<Record<string | symbol, unknown>>;

type Method = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The handler of a route marked `direct`. @throws Error when the controller has no such method */
export function directHandler(
  { controller, method }: DirectMethod,
  find: Find,
): RouteHandlerMethod {
  const instance = find(controller);
  const called = instance[method];
  if (typeof called !== 'function')
    throw new Error(`${controller.name} has no method ${String(method)}`);
  const bound = called.bind(instance) as Method;
  return (request, reply) => bound(request, reply);
}
