import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { changesBetween } from './changes-between';
import { codeLook, schemeOf } from './code-look';
import classes from './editor.module.css';

interface TextDiffProps {
  /** What is compared, for who cannot see it. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Two texts as one: what is gone is struck, what is new is marked, what stayed is folded. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    if (!host.current) return;
    const extensions = [
      ...[codeLook(), schemeOf(dark)],
      ...[EditorState.readOnly.of(true), EditorView.editable.of(false)],
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      unifiedMergeView({
        ...{ original: before, mergeControls: false },
        diffConfig: { override: changesBetween },
        // Of equal texts nothing would be left.
        ...(before !== after && { collapseUnchanged: {} }),
      }),
    ];
    const view = new EditorView({ doc: after, extensions, parent: host.current });
    return () => view.destroy();
  }, [label, before, after, dark]);
  return <div ref={host} className={`${classes.editor} ${classes.diff}`} />;
}
