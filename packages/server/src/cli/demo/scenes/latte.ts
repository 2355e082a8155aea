import { cupFromAbove } from '../drawing/cupFromAbove.ts';
import { backdrop, drawing, linear, many, place, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** A cup of latte from above, with a leaf poured into it. */
export function latte(): string {
  const cup = {
    saucer: '#e9e4da',
    rim: '#fbf8f2',
    inside: '#d8cfc2',
    coffee: ['#b97a45', '#9a5c2e .7', '#6f3c1c'],
  };
  return drawing([
    linear('wood', ['#6b4630', '#7d5439 .5', '#5d3b28'], ''),
    linear('light', ['#ffe2b44a', '#ffe2b400'], 'x2=".7" y2="1"'),
    backdrop('url(#wood)'),
    planks(),
    backdrop('url(#light)'),
    place(cupFromAbove('latte', cup) + leaf(), 800, 450, 1.32),
    spoon(),
  ]);
}

function planks(): string {
  const random = numbers(11);
  const grain = (y: number) => {
    const bend = () => tenth(y + 14 * (random() - 0.5));
    return `M0 ${bend()}C400 ${bend()} 600 ${bend()} 800 ${bend()}S1300 ${bend()} 1600 ${bend()}`;
  };
  return [
    `<path fill="none" stroke="#3f2717" stroke-opacity=".28" stroke-width="2" d="${many(64, (index) => grain(index * 14 + 7))}"/>`,
    `<path stroke="#2c1a0f" stroke-opacity=".7" stroke-width="5" d="M0 178H1600M0 362H1600M0 548H1600M0 731H1600"/>`,
  ].join('');
}

/** The leaf: layer upon layer of milk, widest in the middle, drawn together by the last stroke. */
function leaf(): string {
  const layers = many(10, (index) => {
    const half = 128 * Math.sin((Math.PI * (index + 1.6)) / 12) ** 0.8;
    return place(layer(tenth(half)), 0, 128 - index * 25);
  });
  const heart =
    '<path d="M0-152C-10-172-40-168-38-144C-36-126-14-116 0-96C14-116 36-126 38-144C40-168 10-172 0-152Z"/>';
  return place(`<g fill="#f7ead3">${layers}${heart}<path d="M-5-120 0 172 5-120Z"/></g>`, 0, 0, 1, 24);
}

/** One layer, as a bow that is thin at its ends. */
function layer(half: number): string {
  const [end, bend] = [tenth(half * 0.96), tenth(half * 0.62)];
  return `<path d="M${-end}-34C${-half}-8 ${-bend} 15 0 17C${bend} 15 ${half}-8 ${end}-34C${bend}-8 ${tenth(half * 0.4)} 1 0 2C${tenth(-half * 0.4)} 1 ${-bend}-8 ${-end}-34Z"/>`;
}

function spoon(): string {
  const shape = '<ellipse cx="0" cy="-150" rx="38" ry="58"/><path d="M-8-100H8L11 200a11 11 0 0 1-22 0Z"/>';
  return [
    place(`<g fill="#1d0f07" fill-opacity=".35">${shape}</g>`, 1342, 466, 1.15, 17),
    place(
      `<g fill="#c9ccd0">${shape}</g><ellipse cx="-6" cy="-158" rx="24" ry="40" fill="#e9ebee"/>`,
      1330,
      450,
      1.15,
      17,
    ),
  ].join('');
}
