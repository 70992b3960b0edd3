import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Access } from './route';

/** One route of the router. */
export interface Route {
  readonly method: string;
  /** As registered: `/v1/issues/:id`. */
  readonly path: string;
  readonly access: Access | undefined;
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern.split('/');
  if (parts.length !== segments.length) return false;
  return parts.every((part, i) => part === segments[i] || (part.startsWith(':') && segments[i]));
}

const isPage = ({ config }: RouteOptions): boolean =>
  config?.access?.who === 'anyone' && config.access.page === true;

/** Every route that was registered, to be listed, checked, and asked which methods a path knows. */
export class RouteTable {
  private readonly routes: RouteOptions[] = [];
  /** Paths without a parameter. */
  private readonly literal = new Set<string>();

  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', (route) => {
      this.routes.push(route);
      if (!/[:*]/.test(route.url)) this.literal.add(route.url);
    });
  }

  /** All routes, by path and method. HEAD, which Fastify adds to every GET, is left out. */
  list(): readonly Route[] {
    const all = this.routes.flatMap((route) =>
      [route.method]
        .flat()
        .map((method) => ({ method, path: route.url, access: route.config?.access })),
    );
    const order = (r: Route): string => `${r.path} ${r.method}`;
    return all
      .filter((route) => route.method !== 'HEAD')
      .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  /**
   * Methods that the path knows, sorted; empty when it is unknown. Of a path that is written out in a route only such routes are asked;
   * catch-all routes never, nor pages for browsers.
   */
  methodsOf(path: string): readonly string[] {
    const segments = path.split('/');
    const isLiteral = this.literal.has(path);
    const found = this.routes.filter((route) =>
      isLiteral ? route.url === path : matches(route.url, segments),
    );
    const ofApi = found.filter((route) => !isPage(route));
    return [...new Set(ofApi.flatMap((route) => route.method))].sort();
  }

  /** Whether a route took by its parameter what other routes write out: `PATCH /v1/issues/export` is about no issue. */
  isMistaken(route: string, path: string): boolean {
    return route !== path && this.literal.has(path);
  }

  /** @throws Error naming every route of which nobody said who may call it. */
  refuseUndeclared(): void {
    const undeclared = this.list().filter((route) => route.access === undefined);
    if (undeclared.length === 0) return;
    const names = undeclared.map((route) => `${route.method} ${route.path}`).join(', ');
    throw new Error(`routes without @UserRoute, @AgentRoute, @PublicRoute or @PageRoute: ${names}`);
  }
}
