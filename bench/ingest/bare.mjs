// What Fastify alone takes: the body checked by the schema of the real route, answered with a text as long as the real one.
import Fastify from 'fastify';
import observationHttp from '../../apps/ingest/dist/observation/observation.http.js';

const { observationSchema } = observationHttp;
const app = Fastify({ logger: false });
const id = `event_${'0'.repeat(36)}`;

app.put('/v1/events_v2', { schema: { body: observationSchema } }, (_request, reply) => {
  reply.code(201).send({ id, status: 'created' });
});

process.once('SIGTERM', () => process.exit());
process.send({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
