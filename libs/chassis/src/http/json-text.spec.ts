import { Problem } from '@parapet/contracts';
import fc from 'fast-check';
import { deeperThan, parseJson, parseWholeJson } from './json-text';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('the depth of a text is the depth of its value, whatever its strings hold', () => {
  const nasty = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', 'a') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'medium' }, nasty, tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(nasty, tie('value'), { maxKeys: 3 }),
  }));
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 6 }), (v, max) => {
      const text = JSON.stringify(v);
      fc.pre(text.length > max);
      expect(deeperThan(text, max)).toBe(depthOf(v) > max);
    }),
    { seed: 11, numRuns: 1_000 },
  );
});

test('any JSON value that nests less than the limit is parsed as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (v) => {
      expect(parseJson(JSON.stringify(v))).toEqual(JSON.parse(JSON.stringify(v)));
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('a text of 8 MiB of brackets is refused without a look at all of it', () => {
  expect(() => parseJson('['.repeat(8 * 1024 * 1024))).toThrow(Problem);
});

test.each(['{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005F_proto__":1}'])(
  '%s is refused',
  (text) => expect(() => parseJson(text)).toThrow(/__proto__/),
);

test('__proto__ is refused whichever of its characters are escaped', () => {
  for (const [at, character] of [...'__proto__'].entries()) {
    const code = character.charCodeAt(0).toString(16);
    for (const written of [code, code.toUpperCase()]) {
      const name = `${'__proto__'.slice(0, at)}\\u00${written}${'__proto__'.slice(at + 1)}`;
      expect(() => parseJson(`{"a":{"${name}":{}}}`)).toThrow(/__proto__/);
    }
  }
});

test('what is escaped without need, and names nothing of the kind, is as it was', () => {
  expect(parseJson('{"\\u0070roto":"\\u005f\\u005fproto__"}')).toEqual({ proto: '__proto__' });
});

test('what the parser says of bad JSON has no control characters', () => {
  expect(() => parseJson('{"a":\u0007}')).toThrow(
    expect.objectContaining({ details: expect.not.stringMatching(/\p{Cc}/u) as string }) as Error,
  );
});

test('of lines that a client made one of it is said what keeps them, and nothing of quotes', () => {
  const refusal = (text: string): unknown => {
    try {
      return parseJson(text, 'The line');
    } catch (error) {
      return error instanceof Problem ? error.details : error;
    }
  };
  expect(refusal('{"a":1}{"a":2}')).toMatch(/^Unexpected .*; one value ends there;.*--data-binary/);
  expect(refusal("{'a':1}")).toMatch(/; names and texts stand in double quotes/);
});

test('a byte order mark is named', () => {
  expect(() => parseJson('\ufeff{}')).toThrow('byte order mark');
});

test.each(['"\\ud800"', '{"a":["\\uDFFF"]}', '{"\\udc00":1}', '"\\udc00\\ud800"'])(
  'half of a surrogate pair is refused where texts must be whole: %s',
  (text) => {
    expect(() => parseWholeJson(text)).toThrow('half of a surrogate pair');
    expect(parseJson(text)).toEqual(JSON.parse(text));
  },
);

test('both halves of a pair are a character', () => {
  expect(parseWholeJson('{"a":"\\ud83d\\udca9"}')).toEqual({ a: '💩' });
});
