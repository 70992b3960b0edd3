import { once } from 'node:events';
import { connect } from 'node:net';

const CREATE_TOPICS = 19;
const VERSION = 4;

export const CREATED = 0;
export const EXISTS_ALREADY = 36;

/** Asks a broker to create a topic of one partition; resolves with Kafka's error code. */
export async function createTopic(port: number, name: string): Promise<number> {
  const body = Buffer.concat([
    int16(CREATE_TOPICS, VERSION),
    int32(1), // correlation id
    int16(-1), // no client id
    int32(1), // one topic
    int16(name.length),
    Buffer.from(name),
    int32(1), // partitions
    int16(1), // replicas
    int32(0, 0), // no assignments, no settings
    int32(10_000), // milliseconds
    Buffer.from([0]), // do it, do not only check
  ]);
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    socket.write(Buffer.concat([int32(body.length), body]));
    let answer = Buffer.alloc(0);
    while (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0)) {
      const [part] = (await once(socket, 'data')) as [Buffer];
      answer = Buffer.concat([answer, part]);
    }
    // size, correlation id, throttling, number of topics, then the name with its length, then the code
    return answer.readInt16BE(16 + 2 + name.length);
  } finally {
    socket.destroy();
  }
}

const int16 = (...values: number[]): Buffer => packed(values, 2);
const int32 = (...values: number[]): Buffer => packed(values, 4);

function packed(values: readonly number[], size: number): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  values.forEach((value, i) => bytes.writeIntBE(value, i * size, size));
  return bytes;
}
