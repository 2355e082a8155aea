import { backdrop, drawing, many, place } from '../drawing/drawing.ts';

const [paper, red, blue, deep, gold] = ['#f7efdd', '#c8382e', '#2b5c8a', '#1b3c63', '#d9a441'] as const;

/** The first sunrise of the year over the sea, as on a printed card: flat colours, one pattern. */
export function newYear(): string {
  return drawing([
    backdrop(paper),
    `<circle cx="800" cy="400" r="270" fill="${red}"/>`,
    mists(),
    `<path fill="${blue}" d="M330 700C520 640 640 420 720 330L760 300H840L880 330C960 420 1080 640 1270 700Z"/>`,
    `<path fill="#fdf9ef" d="M648 424C680 376 700 352 720 330L760 300H840L880 330C900 352 920 376 952 424L906 404 880 452 842 408 806 470 770 410 730 456 700 402Z"/>`,
    seaPattern(),
    place(crane(), 400, 270, 1.15),
    place(crane(), 230, 110, 0.7),
    place(crane(), 1240, 210, 0.95),
  ]);
}

/** Bands of mist with round ends. */
function mists(): string {
  const bands = [
    [120, 470, 420],
    [1010, 420, 470],
    [250, 560, 330],
    [1120, 540, 360],
  ] as const;
  return bands
    .map(
      ([x, y, width]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="34" rx="17" fill="${gold}"/><rect x="${x + 60}" y="${y + 34}" width="${width - 140}" height="34" rx="17" fill="#ecd9a8"/>`,
    )
    .join('');
}

/** Waves as scales that overlap, row upon row. */
function seaPattern(): string {
  const rings = [
    [84, deep],
    [70, paper],
    [62, blue],
    [44, paper],
    [37, deep],
    [20, paper],
    [13, blue],
  ] as const;
  const scale = rings.map(([radius, fill]) => `<circle r="${radius}" fill="${fill}"/>`).join('');
  const rows = many(6, (row) =>
    many(12, (index) => `<use href="#scale" x="${index * 168 - (row % 2) * 84}" y="${690 + row * 44}"/>`),
  );
  return `<defs><g id="scale">${scale}</g></defs>${rows}`;
}

function crane(): string {
  return [
    `<path fill="#fdf9ef" d="M-120 10C-70-20-30-20 0 0C10-50 50-110 130-130C110-70 90-30 54 2C90 10 120 30 150 60C90 50 40 40 10 26C-30 30-80 28-120 10Z"/>`,
    `<path fill="${deep}" d="M130-130C122-104 114-86 104-68L84-70 92-92 78-98ZM150 60C124 56 104 52 86 48L98 28C118 36 134 46 150 60Z"/>`,
    `<path fill="none" stroke="#fdf9ef" stroke-width="9" stroke-linecap="round" d="M-110 10C-150-10-170-14-196-6"/><path fill="${deep}" d="M-190-12-222 2-190 2Z"/><circle cx="-186" cy="-11" r="6" fill="${red}"/>`,
  ].join('');
}
