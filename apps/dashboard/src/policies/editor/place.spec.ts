import { placeIn } from './place';

test('the details of a refusal begin with the place', () =>
  expect(placeIn('line 3, column 14: write "*.a" in quotes,\nor leave it')).toEqual({
    ...{ line: 3, column: 14 },
    advice: 'write "*.a" in quotes,\nor leave it',
  }));

test.each(['', 'rules must hold 1 to 10,000 rules', 'see line 3, column 14: there'])(
  'details without a place have none: %j',
  (details) => expect(placeIn(details)).toBeNull(),
);
