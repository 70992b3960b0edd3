// Keeps what is posted to it, and answers a GET with all of it: [{ signature, body }].
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const received = [];
createServer(async (request, response) => {
  if (request.method === 'POST')
    received.push({
      signature: request.headers['x-service-signature'],
      body: await text(request),
    });
  response.end(JSON.stringify(received));
}).listen(8080);
