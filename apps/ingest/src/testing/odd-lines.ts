import fc from 'fast-check';
import { jsonOf } from './odd-json';

const text = (line: string): Buffer => Buffer.from(line);

/** Lines that hold no event, each for another reason. */
const BROKEN: readonly Buffer[] = [
  ...['[]', 'null', '7', '"text"', '{}', '{', '{"time":}', '\ufeff{}', 'Dec 1 10:00:00 node-7 x'],
  ...['{"__proto__":1}', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, `"${'x'.repeat(140_000)}"`],
].map(text);

/** Lines as a sensor, a shipper or a broken disk may send them: events whole and cut short, and what is no event at all. */
export const oddLine = (event: fc.Arbitrary<object>): fc.Arbitrary<Buffer> => {
  const whole = event.map((value) => text(jsonOf(value)));
  const cut = fc.tuple(whole, fc.double({ min: 0, max: 0.99, noNaN: true }));
  return fc.oneof(
    { weight: 60, arbitrary: whole },
    { weight: 2, arbitrary: cut.map(([line, at]) => line.subarray(0, 1 + at * (line.length - 1))) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN, Buffer.from([0x7b, 0xff, 0x7d])) },
  );
};
