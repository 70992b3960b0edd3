import { randomBytes } from 'node:crypto';
import { observations } from '../kit/observations.mjs';
import tokenFormat from '../../libs/chassis/dist/auth/token-format.js';

const { makeToken } = tokenFormat;

const head = (line, token, ...more) => [
  `${line} HTTP/1.1`,
  'Host: a',
  ...(token ? [`Authorization: Bearer ${token}`] : []),
  ...more,
];
const whole = (lines, body = '') => `${[...lines, '', ''].join('\r\n')}${body}`;
const JSON_TYPE = 'Content-Type: application/json';
const put = (token, length) =>
  head('PUT /v1/events_v2', token, JSON_TYPE, `Content-Length: ${length}`);

const nextBody = observations({
  destinationOf: () => 'd.example.com',
  verdictOf: () => 'detected',
});

const DEEP = '['.repeat(60_000);

/** Sends one piece a second for as long as it is let. */
function drip(socket, piece) {
  const timer = setInterval(() => socket.write(piece), 1_000);
  socket.once('close', () => clearInterval(timer));
}

/** Answers that begin in a chunk. */
export const answersIn = (chunk) => chunk.toString('latin1').split('HTTP/1.1 ').length - 1;

/** Sends the next request as soon as one was answered; so many are on their way at once. */
function atFullSpeed(socket, request, atOnce = 1) {
  socket.on('data', (chunk) => {
    for (let n = answersIn(chunk); n > 0; n -= 1) socket.write(request());
  });
  for (let n = 0; n < atOnce; n += 1) socket.write(request());
}

/**
 * What one connection does, by the name of the attack. `known` has tokens that are valid: of an agent, and of a user who may read.
 * A connection that is closed is opened again at once.
 */
export const ATTACKS = {
  'slow headers': (socket) => {
    socket.write('GET /v1/issues HTTP/1.1\r\nHost: a\r\n');
    drip(socket, 'X-A: b\r\n');
  },
  'slow bodies': (socket, { agentToken }) => {
    socket.write(whole(put(agentToken, 1_000), '{'));
    drip(socket, ' ');
  },
  'slow readers of big lists': (socket, { userTokens }) => {
    socket.pause();
    const list = Math.random() < 0.5 ? 'events' : 'issues';
    socket.write(whole(head(`GET /v1/${list}?limit=1000`, userTokens[0])));
  },
  'floods of garbage': (socket) => {
    socket.resume();
    socket.write(randomBytes(200));
  },
  'unknown tokens at full speed': (socket) =>
    atFullSpeed(socket, () => whole(head('GET /v1/issues', makeToken('user')))),
  'pipelines of malformed tokens at full speed': (socket) =>
    atFullSpeed(socket, () => whole(head('GET /v1/issues', 'pp_u_nonsense')), 16),
  'events at full speed': (socket, { agentToken }) =>
    atFullSpeed(socket, () => {
      const body = nextBody();
      return whole(put(agentToken, body.length), body);
    }),
  'deep JSON at full speed': (socket, { agentToken }) => {
    const request = whole(put(agentToken, DEEP.length), DEEP);
    atFullSpeed(socket, () => request);
  },
};
