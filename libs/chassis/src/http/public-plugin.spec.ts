import fastify, { type FastifyPluginCallback } from 'fastify';
import { publicPlugin } from './public-plugin';
import { RouteTable } from './route-table';

const pages: FastifyPluginCallback<{ text: string }> = (instance, { text }, done) => {
  instance.get('/*', () => text);
  instance.get('/page/:name', () => text);
  done();
};

test('the routes of a public plugin need no token, and nothing else changes', async () => {
  const instance = fastify();
  const table = new RouteTable();
  table.watch(instance);
  publicPlugin(instance, pages, { text: 'hello' });
  await instance.ready();
  table.refuseUndeclared();
  expect(table.list().map(({ method, path, access }) => [method, path, access?.who])).toEqual([
    ['GET', '/*', 'anyone'],
    ['GET', '/page/:name', 'anyone'],
  ]);
  expect((await instance.inject('/anything')).body).toBe('hello');
  await instance.close();
});

test('methods of a path are known by its pattern; catch-all routes are not asked', async () => {
  const instance = fastify();
  const table = new RouteTable();
  table.watch(instance);
  instance.get('/v1/issues/:id', () => '');
  instance.route({ method: ['PATCH', 'DELETE'], url: '/v1/issues/:id', handler: () => '' });
  instance.get('/*', () => '');
  await instance.ready();
  expect(table.methodsOf('/v1/issues/7')).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
  expect(table.methodsOf('/v1/issues/')).toEqual([]);
  expect(table.methodsOf('/v1/issues/7/more')).toEqual([]);
  expect(() => table.refuseUndeclared()).toThrow('GET /*, DELETE /v1/issues/:id');
  await instance.close();
});
