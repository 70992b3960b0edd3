import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { answerError } from './answer-error';
import { registerBodyParsers } from './body-parsers';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify({ handlerTimeout: 100 });
  registerBodyParsers(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.all('/', () => new Promise(() => undefined));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Sends the text as it is; answers all that came back until the connection ended. */
async function raw(text: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  socket.write(text);
  await once(socket, 'close');
  return said;
}

const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 2'];

test('a body that does not arrive in time may be sent again, and ends the connection', async () => {
  const answer = await raw([...head, '', '{'].join('\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"message":"The request took too long to arrive"');
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('an answer that does not come in time is a 503', async () => {
  const answer = await raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain('"message":"The answer took too long"');
});
