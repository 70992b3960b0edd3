import { fastify, type FastifyInstance } from 'fastify';
import { HoldBack } from './hold-back';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify({ handlerTimeout: 300 });
  const hold = new HoldBack();
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', (request, _, done) => {
    request.caller = { kind: 'user', tokenId: 'token_1', permissions: [] };
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) =>
    hold.before(request, reply, () => done(null, payload)),
  );
  app.get('/', (_, reply) => reply.code(400).send('refused'));
});
afterAll(() => app.close());

test('who is kept waiting until a handler would have taken too long is answered once', async () => {
  for (let n = 0; n < 100; n += 1) await app.inject('/');
  const began = performance.now();
  const { statusCode, body } = await app.inject('/');
  expect([statusCode, body]).toEqual([400, 'refused']);
  expect(performance.now() - began).toBeGreaterThan(990);
});
