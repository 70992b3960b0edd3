import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const API_VERSIONS = 18;
const CORRELATION = 7;

/**
 * Speaks Kafka: asks for the API versions (v0, no client id; nobody has to log in for that) and checks whose answer it is.
 * @param ca certificate of the authority that is trusted, where TLS is spoken
 * @returns whether a broker answered without an error within two seconds
 */
export function kafkaAnswers(host, port, ca) {
  const request = Buffer.alloc(14);
  request.writeInt32BE(10, 0);
  request.writeInt16BE(API_VERSIONS, 4);
  request.writeInt32BE(CORRELATION, 8);
  request.writeInt16BE(-1, 12);
  return new Promise((resolve) => {
    const ask = () => void socket.write(request);
    const to = { host, port, timeout: 2_000 };
    const socket = ca ? connectTls({ ...to, ca }, ask) : connect(to, ask);
    let answer = Buffer.alloc(0);
    const done = (answered) => {
      socket.destroy();
      resolve(answered);
    };
    socket.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      // size, correlation id, error code
      if (answer.length >= 10)
        done(answer.readInt32BE(4) === CORRELATION && answer.readInt16BE(8) === 0);
    });
    for (const event of ['error', 'timeout', 'close']) socket.on(event, () => done(false));
  });
}
