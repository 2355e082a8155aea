import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** Coffee on the slopes of Huila, when the morning mist goes. */
export function farm(): string {
  return drawing([
    linear('sky', ['#7fb7c9', '#f9dfb0 .6', '#fdeccb']),
    radial('sun', ['#fffbe6', '#fff0bf .3', '#fff0bf00']),
    linear('mist', ['#ffffff00', '#fff3d8b0', '#ffffff00']),
    backdrop('url(#sky)'),
    '<circle cx="1120" cy="250" r="300" fill="url(#sun)"/>',
    '<path fill="#9db9bd" d="M0 400 180 300 330 372 520 230 700 352 860 270 1040 366 1240 240 1430 350 1600 280V640H0Z"/>',
    '<path fill="#7ba39c" d="M0 470C140 400 260 440 400 380S700 450 860 392S1240 430 1380 376S1540 410 1600 390V680H0Z"/>',
    mist(430),
    '<path fill="#538a6d" d="M0 560C220 470 420 560 640 500S1080 540 1260 476S1500 500 1600 470V900H0Z"/>',
    mist(540),
    place(house(), 380, 590),
    ...[300, 560, 600].map((x, index) => place(palm(), x, 610 + index * 12, 0.9 + index * 0.16)),
    '<path fill="#3f7a4c" d="M1600 520C1300 560 1060 640 800 760L560 900H1600Z"/>',
    rows(1600, -1, 545, 0.29),
    '<path fill="#356f43" d="M0 640C240 660 520 720 760 800L940 900H0Z"/>',
    rows(0, 1, 672, 0.2),
    branch(),
  ]);
}

function mist(y: number): string {
  return `<rect y="${y}" width="1600" height="140" fill="url(#mist)"/>`;
}

/** Bushes in rows that run down a slope from its edge. */
function rows(edge: number, direction: number, top: number, fall: number): string {
  const random = numbers(73 + direction);
  return many(9, (row) =>
    many(22 - row, (index) => {
      const along = index * (38 + row * 7);
      const x = edge + direction * along;
      const y = top + row * 46 + along * (fall + row * 0.012) + 6 * random();
      const radius = 13 + row * 3.2 + 3 * random();
      return bush(x, y, radius);
    }),
  );
}

function bush(x: number, y: number, radius: number): string {
  const ball = (right: number, down: number, size: number, fill: string) =>
    `<circle cx="${tenth(x + radius * right)}" cy="${tenth(y + radius * down)}" r="${tenth(radius * size)}" fill="${fill}"/>`;
  return [
    ball(0, 0, 1, '#1f5a36'),
    ball(0.1, -0.2, 0.78, '#3a8447'),
    ball(0.25, -0.42, 0.4, '#549c58'),
    ball(-0.5, 0.3, 0.13, '#e04a36'),
    ball(0.4, 0.45, 0.13, '#e04a36'),
    ball(0, 0.62, 0.12, '#e04a36'),
  ].join('');
}

function house(): string {
  return [
    '<rect x="0" y="-70" width="170" height="80" fill="#fbf3e0"/><rect x="0" y="-18" width="170" height="28" fill="#3f7fa8"/>',
    '<path fill="#b9503a" d="M-22-66 24-116H150L192-66Z"/><path fill="#8f3a2a" d="M-22-66H192V-58H-22Z"/>',
    '<rect x="72" y="-50" width="30" height="60" fill="#8a5a38"/><rect x="24" y="-48" width="28" height="26" fill="#5b7f8f"/><rect x="122" y="-48" width="28" height="26" fill="#5b7f8f"/>',
  ].join('');
}

function palm(): string {
  const fronds = many(
    7,
    (index) => `<path transform="rotate(${index * 30 - 90})" d="M0 0C-14-30-8-66 0-92C10-66 14-30 0 0Z"/>`,
  );
  return `<path fill="none" stroke="#6a4a34" stroke-width="9" d="M0 40C-6-10 6-60 0-110"/><g fill="#2f6f49" transform="translate(0 -112)">${fronds}</g>`;
}

/** Ripe cherries, near to the eye. */
function branch(): string {
  const leaf = '<path d="M0 0C30-60 120-80 200-40C140 10 50 30 0 0Z"/>';
  const cherry = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="30" fill="#c62f2a"/><circle cx="${x - 9}" cy="${y - 10}" r="8" fill="#f0837a"/>`;
  return [
    '<path fill="none" stroke="#5a3d2b" stroke-width="14" stroke-linecap="round" d="M-20 60C120 90 240 90 420 170"/>',
    `<g fill="#2a6a3f">${place(leaf, 60, 76, 1, -34)}${place(leaf, 210, 96, 1.1, 52)}${place(leaf, 400, 164, 1, 8)}</g><g fill="#3f8a4b">${place(leaf, 130, 86, 0.9, 70)}${place(leaf, 300, 110, 1, -46)}</g>`,
    cherry(150, 118) +
      cherry(196, 138) +
      cherry(250, 128) +
      cherry(330, 170) +
      cherry(376, 190) +
      cherry(222, 174),
  ].join('');
}
