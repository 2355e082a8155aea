import { backdrop, drawing, linear, many, place, radial } from '../drawing/drawing.ts';

/** Coffee jelly in a tall glass, as old cafés serve it. */
export function jelly(): string {
  return drawing([
    linear('wall', ['#f7c9bd', '#f4b3a6']),
    radial('shade', ['#3a161255', '#3a161200']),
    backdrop('url(#wall)'),
    stripes(),
    floor(),
    '<ellipse cx="830" cy="818" rx="300" ry="34" fill="url(#shade)"/>',
    place(parfait(), 800, 820),
    place(cherry(), 852, 236),
    place(pudding(), 1230, 806, 0.9),
  ]);
}

function stripes(): string {
  return many(
    16,
    (index) => `<rect x="${index * 104}" width="52" height="620" fill="#fff" fill-opacity=".16"/>`,
  );
}

/** A floor of tiles, black and white as a chess board. */
function floor(): string {
  const tiles = many(60, (index) => {
    const [column, row] = [index % 20, Math.floor(index / 20)];
    return (column + row) % 2 === 0
      ? `<rect x="${column * 84 - 20}" y="${640 + row * 88}" width="84" height="88" fill="#7d2f35"/>`
      : '';
  });
  return `<rect y="640" width="1600" height="260" fill="#fbeee2"/>${tiles}<rect y="628" width="1600" height="16" fill="#5d2026"/>`;
}

/** Its foot is at the origin. */
function parfait(): string {
  const cubes = [
    [-108, -400, 8],
    [-30, -420, -12],
    [52, -398, 16],
    [-76, -320, -18],
    [10, -330, 10],
    [-40, -252, 12],
  ] as const;
  return [
    linear('gel', ['#7a4326', '#2f160d']),
    '<path fill="#fff" fill-opacity=".55" d="M-16-150H16V-40H-16Z"/><ellipse cy="-14" rx="130" ry="22" fill="#fff" fill-opacity=".75"/><path fill="#fff" fill-opacity=".6" d="M-16-60C-20-30-60-24-110-18H110C60-24 20-30 16-60Z"/>',
    '<path fill="#fff" fill-opacity=".32" d="M-190-520H190C180-340 120-180 30-140H-30C-120-180-180-340-190-520Z"/>',
    '<path fill="#3d1d10" d="M-158-410H158C140-300 96-186 26-154H-26C-96-186-140-300-158-410Z"/>',
    ...cubes.map(([x, y, turn]) =>
      place(
        '<rect width="76" height="76" rx="10" fill="url(#gel)"/><path fill="none" stroke="#c98a5c" stroke-width="5" stroke-linecap="round" d="M14 46V22Q14 14 24 14H48"/>',
        x,
        y,
        1,
        turn,
      ),
    ),
    cream(),
    '<ellipse cy="-520" rx="190" ry="20" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="6"/><path fill="#fff" fill-opacity=".5" d="M-166-490H-148C-140-380-112-280-78-220H-92C-130-290-156-390-166-490Z"/>',
  ].join('');
}

/** Three turns of cream with a leaf of mint. */
function cream(): string {
  return [
    '<path fill="#f3e2cf" d="M-166-452C-190-520-110-540-60-528C-40-560 60-560 84-528C150-540 186-500 164-448C120-404-120-400-166-452Z"/>',
    '<path fill="#fff6e8" d="M-124-500C-140-560-60-580-16-566C10-590 90-580 104-536C140-520 120-470 80-474C30-452-90-454-124-500Z"/>',
    '<path fill="#fffdf8" d="M-70-548C-78-600-20-610 6-640C30-606 78-600 70-552C50-520-44-520-70-548Z"/>',
    '<g fill="#4f9a5c"><path d="M-60-560C-120-556-140-600-138-616C-96-622-64-600-60-560Z"/><path d="M-56-566C-80-610-60-640-50-648C-28-620-30-590-56-566Z"/></g>',
  ].join('');
}

function cherry(): string {
  return '<path fill="none" stroke="#6b3a24" stroke-width="6" stroke-linecap="round" d="M0-30C10-80 40-110 76-124"/><circle r="40" fill="#c9252d"/><path fill="none" stroke="#f59a92" stroke-width="8" stroke-linecap="round" d="M-22-6A24 24 0 0 1-8-24"/>';
}

/** A small pot of cream beside it. */
function pudding(): string {
  return [
    '<ellipse cx="6" cy="-4" rx="150" ry="22" fill="#3a1612" fill-opacity=".25"/>',
    '<path fill="#fffaf2" d="M-96-176H96C96-80 84-20 60-4H-60C-84-20-96-80-96-176Z"/><path fill="#e9dccb" d="M40-176H96C96-80 84-20 60-4H20C40-60 44-120 40-176Z"/>',
    '<path fill="none" stroke="#fffaf2" stroke-width="18" d="M92-140C150-150 150-70 82-60"/><path fill="#fffaf2" d="M-96-176-132-190-90-140Z"/>',
    '<ellipse cy="-176" rx="96" ry="20" fill="#e9dccb"/><ellipse cy="-172" rx="84" ry="14" fill="#fffdf8"/>',
    '<path fill="none" stroke="#7d2f35" stroke-width="6" d="M-92-120Q0-100 92-120"/>',
  ].join('');
}
