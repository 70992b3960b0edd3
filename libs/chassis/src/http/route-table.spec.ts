import fastify from 'fastify';
import { RouteTable } from './route-table';

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
