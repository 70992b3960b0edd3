import { EditorView } from '@codemirror/view';

/**
 * What is typed over a selection goes straight into the text. Left to the browser it would first be given the style of what was
 * there, inline, which the content policy keeps out with an error.
 */
export const typedOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { state, composing } = view;
    const { main } = state.selection;
    if (inputType !== 'insertText' || data === null || main.empty || composing) return false;
    const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type' });
    const handled = state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, insert));
    if (!handled) view.dispatch(insert());
    return true;
  },
});
