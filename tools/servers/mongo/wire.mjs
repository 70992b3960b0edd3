// The few words of MongoDB's wire protocol that a smoke test needs: commands in, one document out (OP_MSG, BSON).
import { connect } from 'node:net';

const OP_MSG = 2013;
const HEADER = 16;
/** Flags and the kind of the first section. */
const PREFIX = 5;

/**
 * Sends one command and resolves with its answer, of which only strings, numbers, booleans and documents are read.
 * @param command string, integer, array and object values; `$db` names the database
 * @param limit milliseconds
 * @throws when nothing answers, or the answer is not `ok`
 */
export function command(host, port, document, limit = 5_000) {
  const body = encode(document);
  const message = Buffer.alloc(HEADER + PREFIX + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(OP_MSG, 12);
  body.copy(message, HEADER + PREFIX);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: limit }, () => void socket.write(message));
    let answer = Buffer.alloc(0);
    const fail = (error) => {
      socket.destroy();
      reject(error ?? new Error(`no answer from ${host}:${port}`));
    };
    socket
      .on('error', fail)
      .on('timeout', () => fail())
      .on('close', () => fail());
    socket.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      if (answer.length < HEADER || answer.length < answer.readInt32LE(0)) return;
      socket.destroy();
      const told = decode(answer.subarray(HEADER + PREFIX));
      if (told.ok === 1) resolve(told);
      else reject(new Error(told.errmsg ?? JSON.stringify(told)));
    });
  });
}

function encode(document) {
  const parts = Object.entries(document).map(([name, value]) => {
    const [type, bytes] = encodeValue(value);
    return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), bytes]);
  });
  const body = Buffer.concat([...parts, Buffer.from([0])]);
  return Buffer.concat([int32(body.length + 4), body]);
}

function encodeValue(value) {
  if (typeof value === 'string') {
    const text = Buffer.from(`${value}\0`);
    return [0x02, Buffer.concat([int32(text.length), text])];
  }
  if (typeof value === 'number') return [0x10, int32(value)];
  if (Array.isArray(value)) return [0x04, encode({ ...value })];
  return [0x03, encode(value)];
}

function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** Type → how to read a value at an offset: [value, bytes]. */
const readers = {
  0x01: (b, at) => [b.readDoubleLE(at), 8],
  0x02: (b, at) => [b.toString('utf8', at + 4, at + 3 + b.readInt32LE(at)), 4 + b.readInt32LE(at)],
  0x03: (b, at) => [decode(b.subarray(at)), b.readInt32LE(at)],
  0x04: (b, at) => [Object.values(decode(b.subarray(at))), b.readInt32LE(at)],
  0x05: (b, at) => [undefined, 5 + b.readInt32LE(at)],
  0x07: (b, at) => [b.toString('hex', at, at + 12), 12],
  0x08: (b, at) => [b[at] === 1, 1],
  0x09: (b, at) => [b.readBigInt64LE(at), 8],
  0x0a: () => [null, 0],
  0x10: (b, at) => [b.readInt32LE(at), 4],
  0x11: (b, at) => [b.readBigUInt64LE(at), 8],
  0x12: (b, at) => [Number(b.readBigInt64LE(at)), 8],
};

function decode(bytes) {
  const found = {};
  const end = bytes.readInt32LE(0) - 1;
  let at = 4;
  while (at < end) {
    const type = bytes[at];
    const nameEnd = bytes.indexOf(0, at + 1);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const [value, length] = readers[type](bytes, nameEnd + 1);
    found[name] = value;
    at = nameEnd + 1 + length;
  }
  return found;
}
