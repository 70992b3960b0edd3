// What Nest takes: one route as the house has it (ADR 28), with the schema of the real one, a token that is looked up, and the id of the
// observation; nothing kept.
import { Controller, Module, Put } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, RouteConfig, RouteSchema } from '@nestjs/platform-fastify';
import identity from '../../apps/ingest/dist/observation/observation-identity.js';
import observationHttp from '../../apps/ingest/dist/observation/observation.http.js';
import direct from '../../libs/chassis/dist/http/direct.js';
import tokenFormat from '../../libs/chassis/dist/auth/token-format.js';
import contracts from '../../libs/contracts/dist/index.js';

const agents = new Map(
  process.env.TOKENS.split(',').map((token, n) => [tokenFormat.tokenDigest(token), `agent_${n}`]),
);

class Observations {
  put(request, reply) {
    const { kind, timestamp, metadata } = request.body;
    const at = contracts.nanoseconds(timestamp);
    const parts = {
      agentId: request.agentId,
      kind,
      at,
      metadata: contracts.canonicalJson(metadata),
    };
    reply.code(201).send({ id: identity.observationId(parts), status: 'created' });
  }
}
const { prototype } = Observations;
const route = Object.getOwnPropertyDescriptor(prototype, 'put');
RouteConfig({ direct: { controller: Observations, method: 'put' } })(prototype, 'put', route);
RouteSchema({ body: observationHttp.observationSchema })(prototype, 'put', route);
Put('v1/events_v2')(prototype, 'put', route);
Controller()(Observations);

class App {}
Module({ controllers: [Observations] })(App);

const adapter = new FastifyAdapter({ skipMiddie: true });
const app = await NestFactory.create(App, adapter, { logger: false });
const instance = adapter.getInstance();
instance.addHook('onRoute', (route) => {
  if (route.config?.direct)
    route.handler = direct.directHandler(route.config.direct, (type) => app.get(type));
});
instance.decorateRequest('agentId', '');
instance.addHook('onRequest', (request, reply, done) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const agentId = agents.get(tokenFormat.tokenDigest(token));
  if (agentId === undefined) return reply.code(401).send();
  request.agentId = agentId;
  done();
});

process.once('SIGTERM', () => process.exit());
await app.listen(0, '127.0.0.1');
process.send({ url: await app.getUrl() });
