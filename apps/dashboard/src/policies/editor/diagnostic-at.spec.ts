import { Text } from '@codemirror/state';
import { diagnosticAt } from './diagnostic-at';

const doc = Text.of(['name: a', 'type: alow   ', '']);
const marked = (line: number, column: number): string => {
  const { from, to } = diagnosticAt(doc, { line, column, advice: 'write allow' });
  return doc.sliceString(from, to);
};

test('the rest of the line is marked, without its blanks', () => expect(marked(2, 7)).toBe('alow'));

test('a place where nothing stands is marked as a point', () => {
  expect(diagnosticAt(doc, { line: 3, column: 1, advice: '' })).toMatchObject({ from: 22, to: 22 });
  expect(diagnosticAt(doc, { line: 9, column: 9, advice: '' })).toMatchObject({ from: 22, to: 22 });
});
