import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** A row that is being dragged: from where, and where it would be dropped. */
type Drag = { readonly from: number; readonly to: number };

const edge = 90;
const scrollStep = 14;

/** Moves rows by mouse, touch and keyboard; rows are found by their `data-index`. */
export function useRowDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const over = ({ clientX, clientY }: PointerEvent) =>
    document
      .elementsFromPoint(clientX, clientY)
      .map((element) => element.closest<HTMLElement>('[data-index]')?.dataset['index'])
      .find((index) => index !== undefined);
  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag === undefined) return;
      if (event.clientY < edge) window.scrollBy(0, -scrollStep);
      if (event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep);
      const to = Number(over(event) ?? drag.to);
      if (to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp() {
      if (drag !== undefined) move(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (event.key === 'Escape') setDrag(undefined);
      if (step === 0) return;
      event.preventDefault();
      event.stopPropagation();
      move(index, index + step);
    },
  });
  return { drag, handle };
}
