import fc from 'fast-check';
import { linesOf } from './lines-of';

const texts = (body: string, most = 10): string[] =>
  linesOf(Buffer.from(body), most).map((line) => line.toString());

test.each([
  ['a\nb\nc\n', ['a', 'b', 'c']],
  ['a\nb', ['a', 'b']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['\n\na\n \t\r\n\nb\n\n', ['a', 'b']],
  ['a\rb\n', ['a\rb']],
  [' a \n', [' a ']],
  ['', []],
  ['\r\n', []],
])('the lines of %j', (body, lines) => expect(texts(body)).toEqual(lines));

test('what ends a line is a byte, whatever stands around it', () => {
  const line = Buffer.from([0xff, 0xfe, 0x0a, 0x80]);
  expect(linesOf(line, 10)).toEqual([Buffer.from([0xff, 0xfe]), Buffer.from([0x80])]);
});

test('millions of lines with nothing in them are looked at, and not cut out one by one', () => {
  const line = Buffer.from('a');
  const blank = Buffer.alloc(1024 * 1024, '\n \r\n\t');
  const body = Buffer.concat([blank, line, blank, line]);
  const steps = [jest.spyOn(body, 'subarray'), jest.spyOn(body, 'indexOf')];
  expect(linesOf(body, 10)).toHaveLength(2);
  for (const step of steps) expect(step).toHaveBeenCalledTimes(2);
});

test('one line more than may be is refused, and the sentence says how many may be', () => {
  expect(texts('a\nb\nc\n', 3)).toHaveLength(3);
  expect(() => texts('a\nb\nc\nd', 3)).toThrow(
    expect.objectContaining({ code: 'payload_too_large', details: 'at most 3' }),
  );
});

test('whatever is put on lines comes back from them, in order', () => {
  const line = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((s) => !/[\n\r]|^[ \t]*$/.test(s));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const whole = lines.map((s) => Buffer.from(s).toString());
      expect(texts(lines.join('\n'), lines.length)).toEqual(whole);
    }),
  );
});
