import { connect } from 'node:net';

const API_VERSIONS = 18;
const CORRELATION = 7;

/**
 * Speaks Kafka: asks for the API versions (v0, no client id) and checks whose answer it is.
 * @returns whether a broker answered without an error within two seconds
 */
export function kafkaAnswers(host, port) {
  const request = Buffer.alloc(14);
  request.writeInt32BE(10, 0);
  request.writeInt16BE(API_VERSIONS, 4);
  request.writeInt32BE(CORRELATION, 8);
  request.writeInt16BE(-1, 12);
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 }, () => void socket.write(request));
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
