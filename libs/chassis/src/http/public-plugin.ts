import type { FastifyInstance, FastifyPluginCallback, FastifyPluginOptions } from 'fastify';
import type { AccessConfig } from './route';

/** Registers a Fastify plugin (such as `@fastify/static`) whose routes need no token. */
export function publicPlugin<O extends FastifyPluginOptions>(
  instance: FastifyInstance,
  plugin: FastifyPluginCallback<O>,
  options: O,
): void {
  instance.register((scope, _, done) => {
    scope.addHook('onRoute', (route) => {
      const open: AccessConfig = { access: { who: 'anyone', shape: 'general' } };
      route.config = { ...route.config, ...open };
    });
    scope.register(plugin, options);
    done();
  });
}
