import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { ErrorShape, Permission } from '@parapet/contracts';

/** Who may call a route, and in which shape it answers errors. Kept in Fastify's route config, read by the hooks. */
export type Access =
  | { readonly who: 'user'; readonly permission: Permission; readonly shape: ErrorShape }
  | { readonly who: 'agent'; readonly shape: ErrorShape }
  | { readonly who: 'anyone'; readonly shape: ErrorShape };

export interface AccessConfig {
  readonly access: Access;
}

/** A route for user tokens that hold the permission. */
export const UserRoute = (permission: Permission, shape: ErrorShape = 'general'): MethodDecorator =>
  applyDecorators(
    RouteConfig({ access: { who: 'user', permission, shape } } satisfies AccessConfig),
    ApiBearerAuth('user'),
  );

/** A route for agent tokens; its errors are `{error, type}`. */
export const AgentRoute = (): MethodDecorator =>
  applyDecorators(
    RouteConfig({ access: { who: 'agent', shape: 'agent' } } satisfies AccessConfig),
    ApiBearerAuth('agent'),
  );

/** A route that needs no token. */
export const PublicRoute = (): MethodDecorator =>
  RouteConfig({ access: { who: 'anyone', shape: 'general' } } satisfies AccessConfig);
