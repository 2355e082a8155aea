import { many, place, tenth, usualSize } from '../drawing/drawing.ts';
import { drawPicture } from '../drawPicture.ts';

/** A roof that works for the roastery, under green hills. */
export function solar(): string {
  return drawPicture(
    { hue: 110, seed: 4, ...usualSize },
    meadow() + place(roof(), 690, 830) + tree(250, 700, 1.3) + tree(420, 730, 0.9) + tree(1556, 716, 1.1),
  );
}

function meadow(): string {
  return '<path fill="#4d8f54" d="M0 740C300 690 600 740 900 724S1400 700 1600 730V900H0Z"/><path fill="#3f7d49" d="M0 830C400 790 800 850 1200 816S1500 830 1600 820V900H0Z"/>';
}

/** A long, low house whose whole roof is panels. */
function roof(): string {
  const panels = many(24, (index) => panel(index % 8, Math.floor(index / 8)));
  return [
    '<rect x="30" y="-170" width="690" height="170" fill="#f6efe0"/><rect x="30" y="-170" width="690" height="22" fill="#000" fill-opacity=".14"/>',
    '<path fill="#2a3140" d="M0-170H752L790-400H112Z"/>',
    `<g fill="#27558c">${panels}</g><path fill="#fff" fill-opacity=".16" d="M300-182 398-388H500L420-182Z"/>`,
    many(
      4,
      (index) =>
        `<rect x="${80 + index * 110}" y="-112" width="70" height="62" rx="4" fill="#7fb0c4"/><path stroke="#f6efe0" stroke-width="6" d="M${115 + index * 110}-112v62"/>`,
    ),
    '<rect x="560" y="-120" width="92" height="120" rx="4" fill="#8a5a3a"/><circle cx="636" cy="-58" r="6" fill="#f2d9a0"/>',
  ].join('');
}

/** The roof leans back, so its lines run together: a place on it, both from 0 to 1. */
function onRoof(across: number, up: number): string {
  const [left, right] = [26 + up * 90, 734 + up * 36];
  return `${tenth(left + (right - left) * across)} ${tenth(-182 - up * 206)}`;
}

function panel(column: number, row: number): string {
  const [left, right, low, high] = [
    column / 8 + 0.004,
    (column + 1) / 8 - 0.004,
    row / 3 + 0.012,
    (row + 1) / 3 - 0.012,
  ];
  return `<path d="M${onRoof(left, low)}L${onRoof(left, high)} ${onRoof(right, high)} ${onRoof(right, low)}Z"/>`;
}

function tree(x: number, y: number, scale: number): string {
  const crown =
    '<circle cx="0" cy="-120" r="70" fill="#2f6a3f"/><circle cx="-40" cy="-80" r="50" fill="#2f6a3f"/><circle cx="44" cy="-84" r="52" fill="#2f6a3f"/><circle cx="16" cy="-136" r="44" fill="#4c8f52"/>';
  return place(
    `<path stroke="#5d4230" stroke-width="18" stroke-linecap="round" d="M0 60V-60"/>${crown}`,
    x,
    y,
    scale,
  );
}
