import { type PointerEvent, useRef, useState } from 'react';

/** From one of several equally wide columns to another, in the order in which they were touched; both counted from 0. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Pixels of the element before the first column and after the last one. */
interface Inset {
  readonly left: number;
  readonly right: number;
}

/** Lets somebody choose columns of an element by clicking one or dragging over several, with a mouse, a pen or a finger. */
export function useDrag(count: number, inset: Inset, onChoose: (columns: Columns) => void) {
  // What happened between two renderings counts, too.
  const newest = useRef<Columns>(undefined);
  const [dragged, setDragged] = useState<Columns>();
  const set = (columns: Columns | undefined): void => {
    newest.current = columns;
    setDragged(columns);
  };
  const columnOf = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = (clientX - left - inset.left) / (width - inset.left - inset.right);
    return Math.max(0, Math.min(count - 1, Math.floor(part * count)));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = columnOf(event);
      set({ from: at, to: at });
    },
    onPointerMove: (event: PointerEvent): void => {
      if (newest.current) set({ from: newest.current.from, to: columnOf(event) });
    },
    onPointerUp: (): void => {
      if (newest.current) onChoose(newest.current);
      set(undefined);
    },
    onPointerCancel: (): void => set(undefined),
  };
  return { dragged, handlers };
}
