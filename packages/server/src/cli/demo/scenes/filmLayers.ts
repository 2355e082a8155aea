import { cloud } from '../drawing/cloud.ts';
import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { lettering } from '../drawing/lettering.ts';
import { numbers } from '../drawing/numbers.ts';

/** The size of the film. */
const filmSize = { width: 640, height: 360 } as const;

/** Something that moves as a whole. `x` and `y` say where it is, in terms of `n`, the number of the frame. */
export type Layer = {
  readonly draw: () => string;
  readonly x?: string;
  readonly y?: string;
  /** Seconds. */
  readonly fadesInAt?: number;
};

/** What lies behind comes first. What is far moves slowly. */
export const filmLayers: readonly Layer[] = [
  { draw: sky },
  { draw: sun, x: '350', y: '100-n*2/3' },
  { draw: valley, x: '-n/2', y: '130' },
  { draw: birds, x: '30+2*n', y: '78-n/3' },
  { draw: trees, x: '-2*n', y: '196' },
  { draw: title, x: '165', y: '176', fadesInAt: 2.4 },
];

function sky(): string {
  const random = numbers(141);
  const flock = many(6, (index) =>
    place(cloud('#fff3e499'), 40 + index * 118 + 30 * random(), 30 + 80 * random(), 0.4 + 0.6 * random()),
  );
  const air = linear('sky', ['#35507a', '#c98d8f .45', '#ffd9a0 .7', '#ffe9c4']);
  return drawing([air, backdrop('url(#sky)', filmSize), flock], filmSize);
}

function sun(): string {
  const halo = radial('halo', ['#fffbe6', '#fffbe6 .2', '#ffe7a5aa .23', '#ffdf9000']);
  const size = { width: 220, height: 220 };
  return drawing([halo, '<circle cx="110" cy="110" r="110" fill="url(#halo)"/>'], size);
}

function valley(): string {
  const peaks = 'M0 118 70 56 122 88 204 10 286 84 352 44 420 92 510 24 592 84 652 54 700 76V230H0Z';
  const snow = 'M204 10 178 34 194 32 205 46 218 34 232 36ZM510 24 484 44 500 42 512 54 524 42 538 48Z';
  return drawing(
    [
      linear('near', ['#4f6f63', '#33524a']),
      `<path fill="#7c7fa0" d="${peaks}"/><path fill="#f6e6e0" d="${snow}"/>`,
      '<path fill="#6d8a80" d="M0 132C90 96 166 118 248 104S420 134 510 108S640 120 700 104V230H0Z"/>',
      '<path fill="url(#near)" d="M0 170C105 132 196 162 300 144S495 170 585 148S670 156 700 150V230H0Z"/>',
    ],
    { width: 700, height: 230 },
  );
}

function birds(): string {
  const bird = '<path d="M-10-4Q-4-6 0 0Q4-6 10-4"/>';
  const flock = [
    [14, 22, 1],
    [42, 12, 0.8],
    [46, 36, 0.9],
    [74, 24, 0.7],
  ] as const;
  const drawn = flock.map(([x, y, scale]) => place(bird, x, y, scale)).join('');
  return drawing([`<g fill="none" stroke="#2f3550" stroke-width="2.5" stroke-linecap="round">${drawn}</g>`], {
    width: 96,
    height: 50,
  });
}

/** The ridge in front, with shrubs and a few tall trees. */
function trees(): string {
  const random = numbers(142);
  const shrubs = many(64, (index) => {
    const [x, radius] = [index * 14 + 6 * random(), 9 + 9 * random()];
    return `<circle cx="${tenth(x)}" cy="${tenth(138 + 8 * Math.sin(x / 70))}" r="${tenth(radius)}"/>`;
  });
  const crown = '<path d="M0-108C25-80 29-44 19-14H-19C-29-44-25-80 0-108Z"/><path d="M-4-20H4V30H-4Z"/>';
  const tall = many(5, (index) => place(crown, 60 + index * 180 + 50 * random(), 124, 0.75 + 0.4 * random()));
  const ground = '<rect y="138" width="880" height="26"/>';
  return drawing([`<g fill="#1f3330">${tall}${shrubs}${ground}</g>`], { width: 880, height: 164 });
}

function title(): string {
  return drawing(
    [
      place(cloud('#fffaf0'), 155, 32, 0.7),
      lettering('KUMO COFFEE', { x: 155, y: 72, size: 28, colour: '#fffaf0', weight: 14, isCentred: true }),
    ],
    { width: 310, height: 110 },
  );
}
