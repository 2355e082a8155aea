import { backdrop, drawing, linear, many, place, radial } from '../drawing/drawing.ts';
import { stonewareCup } from '../drawing/stonewareCup.ts';

/** Cups fresh from the kiln, on a board at the window. */
export function cups(): string {
  const glazes = [
    ['#7c9aa0', '#3c5257', '#c3d2d0'],
    ['#d8cbb2', '#8d7c5f', '#f7efdd'],
    ['#4f6b4f', '#27392a', '#9bb294'],
    ['#b4643a', '#6b3218', '#e39a6a'],
  ] as const;
  return drawing([
    linear('wall', ['#e8dfd0', '#cdbfa9'], ''),
    linear('board', ['#8a6242', '#6e4a30']),
    linear('sun', ['#fff8e4cc', '#fff8e400'], 'x2="1" y2="1"'),
    radial('shade', ['#2a1a10b0', '#2a1a1000']),
    backdrop('url(#wall)'),
    // The light of the window on the wall.
    '<path fill="url(#sun)" d="M140 0H520L920 620H540ZM600 0H900L1300 620H1000Z"/>',
    '<rect y="660" width="1600" height="46" fill="#a37a55"/><rect y="700" width="1600" height="200" fill="url(#board)"/>',
    grain(),
    ...glazes.map(([glaze, dark, light], index) => {
      const x = 320 + index * 330;
      const shade = `<ellipse cx="${x + 40}" cy="668" rx="150" ry="24" fill="url(#shade)"/>`;
      return shade + place(stonewareCup(glaze, dark, light), x, 668, 1.22 + (index % 2) * 0.14);
    }),
    place(tag(), 1180, 700),
  ]);
}

function grain(): string {
  return `<path fill="none" stroke="#4f3420" stroke-opacity=".4" stroke-width="3" d="${many(9, (index) => `M0 ${722 + index * 20}C400 ${712 + index * 21} 900 ${734 + index * 19} 1600 ${718 + index * 20}`)}"/>`;
}

/** A paper tag on a string. */
function tag(): string {
  return [
    '<path fill="none" stroke="#efe4cf" stroke-width="3" d="M60-60C40 0 60 30 30 64"/>',
    '<g transform="rotate(-14)"><path fill="#f6ecd7" d="M0 60H110V230H-20V80Z"/><circle cx="14" cy="84" r="7" fill="#6e4a30"/><path stroke="#8d7c5f" stroke-width="5" stroke-linecap="round" d="M8 120H86M8 146H86M8 172H56"/></g>',
  ].join('');
}
