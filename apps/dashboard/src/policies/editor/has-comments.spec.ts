import { hasComments } from './has-comments';

test.each(['# why\nname: a', 'name: a # why', 'rules:\n  # these\n  - pattern: a.example'])(
  'a comment is found: %j',
  (text) => expect(hasComments(text)).toBe(true),
);

test.each(['name: a#b', 'name: "a # b"', "name: 'it # is'", 'description: |\n  # a heading\n', ''])(
  'what only looks like a comment is none: %j',
  (text) => expect(hasComments(text)).toBe(false),
);
