import fc from 'fast-check';

/** Changes the bytes of a message somewhere. */
type Mutation = (message: Buffer) => Buffer;

/** A place in a message, whatever its length: a part of it from 0 to 1. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const at = (message: Buffer, part: number): number => Math.floor(part * (message.length + 1));

/** Replaces `count` bytes from a place on. */
const spliced = (message: Buffer, from: number, count: number, put: Buffer): Buffer =>
  Buffer.concat([message.subarray(0, from), put, message.subarray(from + count)]);

const flipped = fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(
  ([part, byte]): Mutation =>
    (m) =>
      spliced(m, at(m, part), 1, Buffer.from([byte])),
);

/** What a parser may stumble over, and anything else. */
const oddities = fc.oneof(
  fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    ' ',
    ':',
    '\t',
    '\x0b',
    '%',
    'ÿ',
    '0\r\n\r\n',
  ),
  fc.constantFrom(
    'HTTP/1.1',
    'Host: b',
    'Transfer-Encoding: chunked',
    'Content-Length: 3',
    '{',
    '"',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);
const inserted = fc.tuple(place, oddities).map(
  ([part, text]): Mutation =>
    (m) =>
      spliced(m, at(m, part), 0, Buffer.from(text, 'latin1')),
);

const cut = fc.tuple(place, fc.integer({ min: 1, max: 80 })).map(
  ([part, count]): Mutation =>
    (m) =>
      spliced(m, at(m, part), count, Buffer.alloc(0)),
);

const ended = place.map(
  (part): Mutation =>
    (m) =>
      m.subarray(0, at(m, part)),
);

const repeated = fc
  .tuple(place, fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 40 }))
  .map(([part, count, times]): Mutation => (m) => {
    const from = at(m, part);
    const piece = m.subarray(from, from + count);
    return spliced(m, from, 0, Buffer.concat(Array<Buffer>(times).fill(piece)));
  });

/** A line of the head, once more. */
const doubled = place.map((part): Mutation => (m) => {
  const from = m.indexOf('\r\n', at(m, part)) + 2;
  const line = m.subarray(from, m.indexOf('\r\n', from) + 2);
  return spliced(m, from, 0, line);
});

/** Another number where there is one: lengths, sizes of chunks, versions, ports. */
const renumbered = fc
  .tuple(
    place,
    fc.constantFrom('0', '1', '-1', '7', '65537', '1e3', '0x10', 'ffffffffffffffff', ''),
  )
  .map(([part, number]): Mutation => (m) => {
    const text = m.toString('latin1');
    const from = at(m, part);
    const changed = text.slice(0, from) + text.slice(from).replace(/[\da-f]+(?=\r\n)/i, number);
    return Buffer.from(changed, 'latin1');
  });

const mutation = fc.oneof(flipped, inserted, cut, ended, repeated, doubled, renumbered);

/** One of the messages, changed in one to four places. */
export const mutated = (messages: readonly string[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...messages), fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([message, mutations]) =>
      mutations.reduce<Buffer>((bytes, change) => change(bytes), Buffer.from(message, 'latin1')),
    );
