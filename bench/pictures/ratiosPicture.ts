import { type Compared, runtimeName } from '../compare.ts';
import { box, label, line, picture } from './svg.ts';

const width = 800;
const left = 290;
const right = 60;
const top = 66;
const row = 34;

/** The ratios to nginx as bars, with their aims. */
export function ratiosPicture(compared: readonly Compared[]): string {
  const most = Math.max(1.3, ...compared.map(({ ratio }) => ratio)) * 1.02;
  const x = (ratio: number) => left + (ratio / most) * (width - left - right);
  const bottom = top + compared.length * row;
  return picture(width, bottom + 34, 'Requests per second, compared with nginx', [
    label(16, 26, 'Requests per second, compared with nginx sending the same bytes from a file', {
      class: 'title',
    }),
    label(16, 45, 'one process each, the same requests, alternately; the mark is the aim', {
      class: 'quiet',
    }),
    ...compared.flatMap((one, n) => bar(one, top + n * row, x, most)),
    line(x(1), top - 8, x(1), bottom, 'limit'),
    label(x(1), bottom + 18, 'nginx', { class: 'quiet', anchor: 'middle' }),
  ]);
}

function bar(
  { name, ratio, aim }: Compared,
  y: number,
  x: (ratio: number) => number,
  most: number,
): string[] {
  const isOurs = name !== runtimeName;
  return [
    label(left - 14, y + 15, name, { anchor: 'end', ...(isOurs ? {} : { class: 'quiet' }) }),
    box(left, y, x(most) - left, 20, 'track'),
    box(left, y, Math.max(2, x(ratio) - left), 20, isOurs ? 'bar' : 'plain'),
    ...(aim === undefined ? [] : [line(x(aim), y - 3, x(aim), y + 23, 'aim')]),
    label(x(most) + 8, y + 15, ratio.toFixed(2), { class: 'strong' }),
  ];
}
