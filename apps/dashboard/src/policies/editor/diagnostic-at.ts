import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Misplaced } from './place';

/** Marks the rest of the line at which something is wrong. A place behind the end of the text is its end. */
export function diagnosticAt(doc: Text, { line, column, advice }: Misplaced): Diagnostic {
  const { from, text } = doc.line(Math.min(line, doc.lines));
  const end = text.trimEnd().length;
  const at = from + Math.min(column - 1, text.length);
  return { from: at, to: Math.max(at, from + end), severity: 'error', message: advice };
}
