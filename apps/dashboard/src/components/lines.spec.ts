import { visibleLines } from './lines';

test.each([
  ['{"a":[1,"x"]}', '{\n  "a": [\n    1,\n    "x"\n  ]\n}'],
  ['<h1>no\r\nsuch</h1>\npage', '<h1>no\nsuch</h1>\npage'],
  ['a\u001b[31mred\u202Etxt\rover', 'a␛[31mred⟨U+202E⟩txt␍over'],
  ['{"name":"\u202Eexe"}', '{\n  "name": "⟨U+202E⟩exe"\n}'],
  ['{"half', '{"half'],
  ['', ''],
])('%j is shown in lines', (text, lines) => {
  expect(visibleLines(text)).toBe(lines);
});
