import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { codeLook, schemeOf } from './code-look';
import { completePolicy } from './complete-policy';
import { diagnosticAt } from './diagnostic-at';
import classes from './editor.module.css';
import type { Misplaced } from './place';
import { typedOver } from './typed-over';

interface CodeEditorProps {
  readonly label: string;
  /** Id of what says more about it. */
  readonly describedBy: string;
  readonly value: string;
  readonly readOnly: boolean;
  /** What is wrong with the value. */
  readonly problem: Misplaced | null;
  onChange(value: string): void;
  onSave(): void;
}

type Asked = (props: CodeEditorProps) => void;

/** The words for what is written, as CodeMirror wants them. */
function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completePolicy(state.doc.toString(), pos);
  if (!found || (!explicit && found.from === pos)) return null;
  const options = found.words.map((word) => ({ ...word, type: 'property' }));
  return { from: found.from, options, validFor: /^\w*$/ };
}

const parts = { access: new Compartment(), scheme: new Compartment() };

const access = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
];

/** @param ask calls with the newest properties */
const extensionsFor = (props: CodeEditorProps, ask: (asked: Asked) => void): Extension => [
  codeLook(),
  ...[typedOver, history(), closeBrackets(), highlightActiveLine(), lintGutter()],
  autocompletion({ override: [complete], icons: false }),
  keymap.of([
    { key: 'Mod-s', run: () => (ask(({ onSave }) => onSave()), true), preventDefault: true },
    ...[...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap],
    ...[...lintKeymap, indentWithTab],
  ]),
  EditorView.contentAttributes.of({
    'aria-label': props.label,
    'aria-describedby': props.describedBy,
    tabindex: '0',
  }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) ask(({ onChange }) => onChange(state.doc.toString()));
  }),
  parts.access.of(access(props.readOnly)),
];

/** A text of YAML that somebody writes. Tab indents; Escape and then Tab leaves. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, readOnly, problem } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const newest = useRef(props);
  const dark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    if (!host.current) return;
    const extensions = extensionsFor(newest.current, (asked) => asked(newest.current));
    const state = EditorState.create({
      doc: newest.current.value,
      extensions: [extensions, parts.scheme.of([])],
    });
    const made = new EditorView({ state, parent: host.current });
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const { current } = view;
    const doc = current?.state.doc;
    if (!doc || doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const effects = [
      parts.access.reconfigure(access(readOnly)),
      parts.scheme.reconfigure(schemeOf(dark)),
    ];
    view.current?.dispatch({ effects });
  }, [readOnly, dark]);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const found = problem ? [diagnosticAt(current.state.doc, problem)] : [];
    current.dispatch(setDiagnostics(current.state, found));
  }, [problem]);
  return <div ref={host} className={classes.editor} />;
}
