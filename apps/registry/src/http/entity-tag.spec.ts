import { allowsChange, entityTag, isKnown, preconditionFailed, tagCondition } from './entity-tag';

const ifMatch = (sent: string) => tagCondition('If-Match', sent);

test('each representation of a version has a tag of its own', () =>
  expect([entityTag(3), entityTag(3, 'yaml')]).toEqual(['"3"', '"3-yaml"']));

test.each(['"1"', '*', ' * ', ' "7" , "1"', '"1-yaml"', ', ,"1",', '"a,b","1"', 'W/"1", "1"'])(
  'If-Match: %s lets version 1 be changed',
  (sent) => expect(allowsChange(ifMatch(sent), 1)).toBe(true),
);

test.each(['"2"', 'W/"1"', '"*"', '""', '"11"', '"a,\\"', '"\xe9"'])(
  'If-Match: %s does not',
  (sent) => expect(allowsChange(ifMatch(sent), 1)).toBe(false),
);

test.each([
  '',
  ' ',
  ',',
  '1',
  '"1',
  '1"',
  '"1" "2"',
  '"1""2"',
  '*, "1"',
  'w/"1"',
  'W/ "1"',
  '"a b"',
  '"1", 2',
])('If-Match: %s is refused', (sent) =>
  expect(() => ifMatch(sent)).toThrow('If-Match must be * or a list of entity tags such as "3"'),
);

test('a list of any length is read in one go', () => {
  const many = Array.from({ length: 4_000 }, (_, n) => `W/"${n}"`).join(' ,\t');
  expect(ifMatch(many)).toHaveLength(4_000);
  expect(() => ifMatch(`${'"1"'.repeat(4_000)}`)).toThrow('If-Match must be');
});

test.each([
  ['"1"', true],
  ['W/"1"', true],
  ['*', true],
  ['"2", "1"', true],
  ['"1-yaml"', false],
  ['"2"', false],
])('If-None-Match: %s knows the JSON of version 1: %s', (sent, known) =>
  expect(isKnown(tagCondition('If-None-Match', sent), entityTag(1))).toBe(known),
);

test('who names another version hears which one there is', () => {
  expect(preconditionFailed('policy_1', 4).message).toContain('its ETag is "4"');
  expect(preconditionFailed('policy_1', undefined).details).toContain('deleted');
});
