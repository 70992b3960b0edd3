import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** The first answer in a text, once it is whole: `{ status, retryAfter, length }`; null before. */
function answerIn(text) {
  const head = text.indexOf(HEAD_END);
  if (head < 0) return null;
  const body = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0);
  const length = head + HEAD_END.length + body;
  if (text.length < length) return null;
  const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0);
  return { status: Number(text.slice(9, 12)), retryAfter, length };
}

/**
 * A kept connection with one request on its way at most; costs its process less than a client that understands all of HTTP.
 * @returns `send(text, done)`: `done` hears `{ status, retryAfter }` (in seconds, or 0), with status 0 when the connection broke; `end()`
 */
export function openConnection(url, whenOpen) {
  const { hostname, port } = new URL(url);
  let [waiting, text] = [null, ''];
  const settle = (answer) => {
    const done = waiting;
    [waiting, text] = [null, ''];
    done?.(answer);
  };
  const begin = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding('latin1');
    socket.on('connect', whenOpen);
    socket.on('error', () => undefined);
    socket.on('close', () => settle({ status: 0, retryAfter: 0 }));
    socket.on('data', (piece) => {
      text += piece;
      const answer = answerIn(text);
      if (answer) settle(answer);
    });
    return socket;
  };
  let socket = begin();
  return {
    send: (request, done) => {
      if (socket.destroyed) socket = begin();
      waiting = done;
      socket.write(request, 'latin1');
    },
    end: () => socket.destroy(),
  };
}
