import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { giftBox } from '../drawing/giftBox.ts';
import { numbers } from '../drawing/numbers.ts';
import { stonewareCup } from '../drawing/stonewareCup.ts';

/** A gift box and a cup on a winter's night. */
export function gift(): string {
  return drawing([
    linear('night', ['#3b0f24', '#7b1f3a .6', '#a83a4a']),
    radial('shade', ['#1c0510b0', '#1c051000']),
    backdrop('url(#night)'),
    lights(),
    '<path fill="#f6eee9" d="M0 690C300 640 560 660 820 672S1380 640 1600 680V900H0Z"/><path fill="#e3d5d3" d="M0 800C380 740 700 790 1000 776S1420 770 1600 790V900H0Z"/>',
    '<ellipse cx="690" cy="770" rx="330" ry="44" fill="url(#shade)"/><ellipse cx="1130" cy="776" rx="170" ry="30" fill="url(#shade)"/>',
    place(giftBox('#fbf3e6', '#c6363c'), 680, 764, 1.1),
    place(stonewareCup('#6d7f86', '#39474d', '#a9b4b3'), 1130, 772, 1.05),
    place(twig(), 420, 784, 0.95, -64),
    place(twig(), 416, 796, 0.8, -98),
    snow(),
  ]);
}

/** Lamps out of focus. */
function lights(): string {
  const random = numbers(31);
  return many(22, () => {
    const radius = tenth(14 + 40 * random());
    const colour = ['#ffd28a', '#ffb3a0', '#ffe9c4'][Math.floor(3 * random())];
    return `<circle cx="${tenth(1600 * random())}" cy="${tenth(520 * random())}" r="${radius}" fill="${colour}" fill-opacity="${tenth(0.1 + 0.4 * random())}"/>`;
  });
}

function snow(): string {
  const random = numbers(32);
  return many(130, () => {
    const radius = tenth(1.5 + 6 * random() ** 3);
    return `<circle cx="${tenth(1600 * random())}" cy="${tenth(900 * random())}" r="${radius}" fill="#fff" fill-opacity=".85"/>`;
  });
}

/** Pine with three berries. */
function twig(): string {
  const needles = many(26, (index) => {
    const y = -index * 11;
    return `M0 ${y}l-${46 - index}-34M0 ${y}l${46 - index}-34`;
  });
  return [
    `<path fill="none" stroke="#2f5a46" stroke-width="6" stroke-linecap="round" d="${needles}"/>`,
    '<path stroke="#5a3a28" stroke-width="8" stroke-linecap="round" d="M0 20V-290"/>',
    '<g fill="#e0484a"><circle cx="-12" cy="-14" r="19"/><circle cx="22" cy="-2" r="19"/><circle cx="4" cy="20" r="19"/></g>',
  ].join('');
}
