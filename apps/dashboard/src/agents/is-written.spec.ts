import { isWritten } from './is-written';

test.each([
  ['worker-7', ' worker-7 '],
  ['two  blanks', 'two blanks'],
  ['two  blanks', 'two  blanks'],
  ['no-break\u00a0blank', 'no-break blank'],
  ['cafe\u0301', 'caf\u00e9'],
  ['turned\u202e', 'turned⟨U+202E⟩'],
])('%j is meant by %j', (name, written) => expect(isWritten(name, written)).toBe(true));

test.each([
  ['worker-7', ''],
  ['worker-7', 'worker'],
  ['worker-7', 'Worker-7'],
  ['two blanks', 'twoblanks'],
])('%j is not meant by %j', (name, written) => expect(isWritten(name, written)).toBe(false));
