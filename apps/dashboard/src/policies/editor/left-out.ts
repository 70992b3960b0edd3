import { EditorState, type Extension, Prec } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { number } from '../../components/number';
import type { Gap } from './shortened';

/** Says how many lines are left out, and shows them when it is pressed. */
class LeftOut extends WidgetType {
  constructor(
    private readonly lines: number,
    private readonly showAll: () => void,
  ) {
    super();
  }

  override eq(other: LeftOut): boolean {
    return this.lines === other.lines;
  }

  override toDOM(): HTMLElement {
    const place = document.createElement('div');
    place.className = 'cm-leftOut';
    const button = place.appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = `Show ${number(this.lines)} more lines that are gone`;
    button.addEventListener('click', this.showAll);
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Marks the places where lines are left out, behind those that are struck there. */
export const leftOut = (gaps: readonly Gap[], showAll: () => void): Extension =>
  Prec.lowest(
    EditorView.decorations.compute(['doc'], ({ doc }: EditorState) =>
      Decoration.set(
        gaps.map(({ at, lines }) => {
          const widget = new LeftOut(lines, showAll);
          return Decoration.widget({ widget, block: true, side: -1 }).range(doc.lineAt(at).from);
        }),
      ),
    ),
  );
