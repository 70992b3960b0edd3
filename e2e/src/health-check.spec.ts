import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../deploy/answers.sh');

/** What the health check of the images ends with, where a process answers at this port. */
const codeAt = (port: number, path: string): Promise<number | null> =>
  new Promise((ended) => {
    const options = { env: { ...process.env, PORT: String(port) } };
    execFile('bash', [SCRIPT, path], options).once('exit', (code) => ended(code));
  });

test('the health check of the images holds if the path is answered 200, and only then', async () => {
  const server = createServer(({ url, headers }, response) => {
    response.writeHead(url === '/healthz' && headers.host === 'localhost' ? 200 : 503).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect([await codeAt(port, '/healthz'), await codeAt(port, '/readyz')]).toEqual([0, 1]);
  server.close();
  await once(server, 'close');
  expect(await codeAt(port, '/healthz')).toBe(1);
});
