import type { Size } from '../growth.ts';
import { type Curve, type Frame, panel } from './panel.ts';
import { label, picture } from './svg.ts';

const left: Frame = { x: 60, y: 78, width: 300, height: 230 };
const right: Frame = { x: 640, y: 78, width: 200, height: 230 };

/** CPU time per request and memory per item, by the number of items. */
export function growthPicture(sizes: readonly Size[]): string {
  const items = sizes.map((size) => size.items);
  const memory = sizes.map((size) => size.bytesPerItem / size.jsonBytes);
  return picture(900, 350, 'CPU time per request and memory per item, by the number of items', [
    label(16, 26, 'CPU time per request', { class: 'title' }),
    label(16, 45, 'microseconds, by the number of items', { class: 'quiet' }),
    panel(left, items, requestCurves(sizes), 'log'),
    label(596, 26, 'Memory per item', { class: 'title' }),
    label(596, 45, 'as a multiple of its JSON, with search; the mark is the aim', { class: 'quiet' }),
    panel(right, items, [{ name: '', values: memory }], 'linear', 2.2),
  ]);
}

function requestCurves(sizes: readonly Size[]): readonly Curve[] {
  const names = sizes[0]?.loads.map(({ name }) => name) ?? [];
  return names.map((name, n) => ({
    name,
    values: sizes.map(({ loads }) => loads[n]?.measured.cpuMicroseconds ?? Number.NaN),
  }));
}
