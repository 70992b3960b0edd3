import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

const MIB = 1024 * 1024;
/** More than lies between two processes on its way. */
const BODY = Buffer.alloc(7 * MIB, ' ');
const CHUNKED = Buffer.concat([Buffer.from(`${BODY.length.toString(16)}\r\n`), BODY]);

const early: RequestListener = (request, response) => {
  response.writeHead(429, { 'content-type': 'text/plain', 'content-length': 4 }).end('wait');
  request.resume();
};
const cutOff: RequestListener = (request) => {
  request.once('data', () => request.socket.destroy());
};

/** As many clients do, it reads nothing before all is sent. */
const sendAll = (socket: Socket, ...parts: (string | Buffer)[]): Promise<void> =>
  new Promise((sent, failed) => {
    socket.once('error', failed);
    for (const part of parts.slice(0, -1)) socket.write(part);
    socket.write(parts.at(-1) ?? '', () => sent());
  });

/** What is answered, up to this text. */
async function read(socket: Socket, end: string): Promise<string> {
  let answer = '';
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    answer += String(piece);
    if (answer.includes(end)) break;
  }
  return answer;
}

test.each([
  ['of known length', `content-length: ${BODY.length}`, [BODY]],
  ['of unknown length', 'transfer-encoding: chunked', [CHUNKED, '\r\n0\r\n\r\n']],
] as const)(
  'a service that refuses a body (%s) before it was sent is heard by who sends it first',
  async (_, length, body) => {
    for (const [answers, said, end] of [
      [early, 'HTTP/1.1 429', 'wait'],
      [cutOff, 'HTTP/1.1 503', '}'],
    ] as const) {
      const ingest = await setting.service('ingest', answers);
      const { url } = await setting.gateway([ingest]);
      const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
      const head = `POST /v1/events_v2/batch HTTP/1.1\r\nhost: a\r\n${length}\r\n\r\n`;
      await sendAll(socket, head, ...body);
      expect(await read(socket, end)).toContain(said);
      // What was sent is no request of its own, and the next one is.
      await sendAll(
        socket,
        'GET /v1/openapi.json HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      );
      expect(await read(socket, '\r\n')).toContain('HTTP/1.1 200');
      socket.destroy();
    }
  },
);
