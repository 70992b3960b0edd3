import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { changesBetween } from './changes-between';
import { codeLook, schemeOf } from './code-look';
import classes from './editor.module.css';
import { leftOut } from './left-out';
import { shortened } from './shortened';

interface TextDiffProps {
  /** What is compared, for who cannot see it. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Lines that are gone at one place and are all drawn: of thousands a page would be slow. */
const MOST_GONE = 200;

/** Two texts as one: what is gone is struck, what is new is marked, what stayed is folded. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  /** The text of which all is shown that is gone. */
  const [wanted, setWanted] = useState<string>();
  /** How far it was scrolled when all was asked for. */
  const top = useRef<number>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  const shown = useMemo(
    () =>
      shortened(before, changesBetween(before, after), wanted === before ? Infinity : MOST_GONE),
    [before, after, wanted],
  );
  useEffect(() => {
    if (!host.current) return;
    const showAll = (): void => {
      top.current = view.scrollDOM.scrollTop;
      setWanted(before);
    };
    const extensions = [
      ...[codeLook(), schemeOf(dark)],
      ...[EditorState.readOnly.of(true), EditorView.editable.of(false)],
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      unifiedMergeView({
        ...{ original: shown.before, mergeControls: false },
        diffConfig: { override: () => shown.changes },
        // Of equal texts nothing would be left.
        ...(before !== after && { collapseUnchanged: {} }),
      }),
      leftOut(shown.gaps, showAll),
    ];
    const view = new EditorView({ doc: after, extensions, parent: host.current });
    if (top.current !== null) {
      view.focus();
      view.scrollDOM.scrollTop = top.current;
      top.current = null;
    }
    return () => view.destroy();
  }, [label, before, after, shown, dark]);
  return <div ref={host} className={`${classes.editor} ${classes.diff}`} />;
}
