import { applyDecorators, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth } from '@parapet/contracts/openapi';
import type { ErrorShape, Permission } from '@parapet/contracts';
import type { RawQuery } from '../list/query';
import type { BodyMedia } from './body-media';

/** Who may call a route, and in which shape it answers errors. Kept in Fastify's route config, read by the hooks. */
export type Access =
  | {
      readonly who: 'user';
      /** Null where any user token will do. */
      readonly permission: Permission | null;
      readonly shape: ErrorShape;
    }
  | { readonly who: 'agent'; readonly shape: ErrorShape }
  | {
      readonly who: 'anyone';
      readonly shape: ErrorShape;
      /** Of the dashboard: no path of the API. */
      readonly page?: true;
    };

/** What is particular about a route. Everything has a default: a body is JSON of at most 256 KiB, parsed. */
interface RouteTraits {
  /**
   * Media types that are taken; any other is 415. Default `['json']`. In `request.body`, `yaml` arrives as text (a string) and
   * `ndjson` as bytes (a Buffer). A request with `ndjson` takes all turns of its caller, as a long page does.
   */
  readonly media?: readonly BodyMedia[];
  /** Most bytes of a body; more is 413. Default 256 KiB, for YAML 64 KiB, for NDJSON 8 MiB. */
  readonly bodyLimit?: number;
  /** Takes bodies that are compressed with gzip too; the limit holds before and after. */
  readonly gzip?: boolean;
  /** Keeps the original text of a JSON body on `request.bodyText` (see `bodyTextOf`). */
  readonly keepBody?: boolean;
  /** Exempts the route from the 30 s that a handler may take (streams), and from the cost of watching it (hot routes). */
  readonly unwatched?: boolean;
  /**
   * Calls the method with Fastify's request and reply and nothing of Nest between: no parameters, pipes, guards, interceptors or
   * filters. What it throws is answered as everywhere.
   */
  readonly direct?: boolean;
  /** What it brings waits to be written: 503 before the body is read while too much waits already (`Admission`). */
  readonly queued?: boolean;
  /** Whether a request with this query takes all turns of its caller. Long pages and bodies of lines do anyway. */
  readonly isHeavy?: (query: RawQuery) => boolean;
}

/** What the decorators below put into the config of a Fastify route. */
interface DeclaredRoute extends Omit<RouteTraits, 'direct'> {
  readonly access: Access;
  readonly direct?: DirectMethod;
}

/** A method of a controller that is called without Nest. */
export interface DirectMethod {
  readonly controller: Type;
  readonly method: string | symbol;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Omit<DeclaredRoute, 'access'> {
    /** Undefined where nobody said who may call it: see `RouteTable.refuseUndeclared`. */
    readonly access?: Access;
  }
}

const route =
  (access: Access, { direct = false, ...traits }: RouteTraits = {}): MethodDecorator =>
  (target, method, descriptor) => {
    const controller = target.constructor as Type;
    const config: DeclaredRoute = {
      ...{ ...traits, access },
      ...(direct && { direct: { controller, method } }),
    };
    return RouteConfig(config)(target, method, descriptor);
  };

/** A route for user tokens that hold the permission (null: for all user tokens), and for the sessions begun with them. */
export const UserRoute = (
  permission: Permission | null,
  shape: ErrorShape = 'general',
  traits?: RouteTraits,
): MethodDecorator =>
  applyDecorators(route({ who: 'user', permission, shape }, traits), ApiBearerAuth('user'));

/** A route for agent tokens; its errors are `{error, type}`. */
export const AgentRoute = (traits?: RouteTraits): MethodDecorator =>
  applyDecorators(route({ who: 'agent', shape: 'agent' }, traits), ApiBearerAuth('agent'));

/** A route that needs no token. */
export const PublicRoute = (): MethodDecorator => route({ who: 'anyone', shape: 'general' });

/** A page or a file for browsers, no part of the API: for anybody. */
export const PageRoute = (): MethodDecorator =>
  route({ who: 'anyone', shape: 'general', page: true });
