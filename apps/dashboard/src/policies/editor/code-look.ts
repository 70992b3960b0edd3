import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { shown, UNSEEN } from '../../components/visible';
import { nonce } from '../../nonce';

const colors = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'light-dark(#2c3e9e, #a5b7ff)' },
  { tag: [tags.string, tags.content], color: 'var(--mantine-color-text)' },
  { tag: tags.string, color: 'light-dark(#2b6a30, #8ce99a)' },
  { tag: [tags.bool, tags.number, tags.keyword], color: 'light-dark(#a3320b, #ffc078)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator], color: 'var(--mantine-color-dimmed)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '13px', color: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    background: 'transparent',
    border: 'none',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--mantine-color-default-hover)' },
  '.cm-tooltip': {
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
  },
});

function markOf(code: number): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cm-specialChar';
  mark.textContent = shown(String.fromCodePoint(code));
  return mark;
}

/** How code looks, in an editor and in a comparison: numbers, colours, and nothing hidden. */
export const codeLook = (): Extension => [
  EditorView.cspNonce.of(nonce()),
  EditorView.lineWrapping,
  highlightSpecialChars({ specialChars: UNSEEN, render: markOf }),
  lineNumbers(),
  yaml(),
  syntaxHighlighting(colors),
  look,
];

/** What CodeMirror colours by itself it colours for light or dark. */
export const schemeOf = (dark: boolean): Extension => EditorView.darkTheme.of(dark);
