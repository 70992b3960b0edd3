import fc from 'fast-check';

/** JSON that no JavaScript value has: written as it stands. */
const RAW = '\u0001raw:';

/** A number of more digits than a double holds, or larger than one can be. */
export const raw = (json: string): string => `${RAW}${json}\u0001`;

/** The text of a value, with what is raw in it. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"\\u0001raw:(.*?)\\u0001"/g, '$1');

const NUMBERS = ['1772532672123456789', '18446744073709551615', '-9007199254740993', '1e999'];

/** What may stand where a value is expected. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', '<NA>', '0', 0, -1, 1.5, 4_294_967_295),
  fc.constantFrom(...NUMBERS.map(raw)),
  fc.constantFrom<unknown>([], {}, ['a', null, 7, '<NA>'], { a: { b: ['c'] } }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** RFC 3339 as sensors write it, and what is none. */
export const oddTime: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.integer({ min: 10, max: 59 }), fc.integer({ min: 0, max: 999_999_999 }))
      .map(([s, ns]) => `2026-03-03T10:11:${s}.${String(ns).padStart(9, '0')}Z`),
  },
  fc.constantFrom<unknown>(
    ...['2026-03-03T10:11:12Z', '2026-03-03t10:11:12.5z', '2026-03-03T11:11:12.000000001+01:00'],
    ...['2999-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2026-02-30T10:11:12Z', '10:11:12.123'],
    ...['2026-03-03T10:11:12.1234567890Z', '2026-03-03 10:11:12', '', null, 1_772_532_672],
  ),
);

/** A member that is there as a rule. */
export const often = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: oddValue });
