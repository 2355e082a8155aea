import { backdrop, drawing, many, place, tenth } from '../drawing/drawing.ts';
import { giftBox } from '../drawing/giftBox.ts';
import { lettering } from '../drawing/lettering.ts';
import { numbers } from '../drawing/numbers.ts';
import { stonewareCup } from '../drawing/stonewareCup.ts';
import { bannerSize } from './tourBanner.ts';

/** The winter gift box on wrapping paper. */
export function giftBanner(): string {
  return drawing(
    [
      backdrop('#f3e3d3', bannerSize),
      wrapping(),
      '<path fill="#b3303a" d="M0 0H860L780 500H0Z"/><path fill="#d9a441" d="M860 0H880L800 500H780Z"/>',
      lettering('WINTER', { x: 110, y: 110, size: 64, colour: '#f7d9a8', weight: 10, gap: 44 }),
      lettering('GIFT BOX', { x: 108, y: 226, size: 92, colour: '#fff8ec', weight: 12 }),
      '<path stroke="#f7d9a8" stroke-width="5" stroke-linecap="round" d="M112 382H560"/>',
      '<ellipse cx="1150" cy="462" rx="340" ry="22" fill="#5a2a22" fill-opacity=".3"/>',
      place(giftBox('#2f5a4a', '#d9a441'), 1090, 460, 0.92),
      place(stonewareCup('#d8cbb2', '#8d7c5f', '#f7efdd'), 1366, 462, 0.8),
    ],
    bannerSize,
  );
}

/** Small stars in a loose order. */
function wrapping(): string {
  const random = numbers(131);
  const star = '<path fill="#d9a441" fill-opacity=".5" d="M0-16 4-4 16 0 4 4 0 16-4 4-16 0-4-4Z"/>';
  return many(54, (index) => {
    const [column, row] = [index % 9, Math.floor(index / 9)];
    return place(
      star,
      800 + column * 88 + (row % 2) * 44,
      30 + row * 88,
      tenth(0.7 + 0.7 * random()),
      90 * random(),
    );
  });
}
