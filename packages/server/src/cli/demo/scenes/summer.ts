import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** A tall glass of cold brew by the sea. */
export function summer(): string {
  return drawing([
    linear('sky', ['#3fb2e8', '#bfeaf5']),
    linear('sea', ['#2a9fc4', '#3fc7cf .6', '#a6ecdf']),
    linear('sand', ['#f7e2b4', '#ecc98c']),
    radial('sun', ['#fffef2', '#fff3b8 .35', '#fff3b800']),
    backdrop('url(#sky)'),
    '<circle cx="330" cy="180" r="230" fill="url(#sun)"/>',
    '<path fill="#fff" fill-opacity=".9" d="M1060 190a40 40 0 0 1 76-26a54 54 0 0 1 100-4a46 46 0 0 1 84 32a26 26 0 0 1-8 52H1070a28 28 0 0 1-10-54Z"/><path fill="#fff" fill-opacity=".7" d="M600 120a30 30 0 0 1 56-14a40 40 0 0 1 72 6a24 24 0 0 1 10 46H610a20 20 0 0 1-10-38Z"/>',
    '<path fill="#6ba58f" d="M1180 420C1260 360 1320 392 1400 350S1560 370 1600 340V430H1180Z"/>',
    '<rect y="420" width="1600" height="320" fill="url(#sea)"/>',
    glitter(),
    place(
      '<path fill="#fff" d="M0-150V-10H-70C-56-60-30-110 0-150Z"/><path fill="#ef6a4c" d="M10-170V-10H96C84-70 50-130 10-170Z"/><path fill="#7a4630" d="M-84 0H108L80 28H-60Z"/>',
      470,
      470,
      0.8,
    ),
    '<path fill="#fff" fill-opacity=".8" d="M0 664C200 640 360 690 560 668S980 640 1160 668S1460 690 1600 656V720H0Z"/>',
    '<path fill="url(#sand)" d="M0 690C220 664 380 712 580 690S1000 664 1180 692S1460 712 1600 680V900H0Z"/>',
    shells(),
    '<ellipse cx="960" cy="822" rx="250" ry="34" fill="#9a6a2e" fill-opacity=".4"/>',
    place(glass(), 860, 820),
    place(slice(), 1010, 306, 1.05, 20),
  ]);
}

function glitter(): string {
  const random = numbers(61);
  return many(70, () => {
    const depth = random();
    const at = `x="${tenth(1600 * random())}" y="${tenth(430 + 220 * depth)}"`;
    return `<rect ${at} width="${tenth(20 + 90 * depth)}" height="${tenth(2 + 4 * depth)}" rx="3" fill="#fff" fill-opacity="${tenth(0.15 + 0.35 * random())}"/>`;
  });
}

function shells(): string {
  const random = numbers(62);
  return many(120, () => {
    const fill = random() < 0.5 ? '#c99a5a' : '#fff6df';
    return `<circle cx="${tenth(1600 * random())}" cy="${tenth(730 + 165 * random())}" r="${tenth(1.5 + 2.5 * random())}" fill="${fill}" fill-opacity=".7"/>`;
  });
}

/** Its foot is at the origin. */
function glass(): string {
  const ice = [
    [-96, -420, 12],
    [10, -446, -14],
    [-60, -330, -22],
    [48, -350, 18],
    [-20, -246, 6],
  ] as const;
  return [
    linear('brew', ['#9c5a2c', '#5b2d16 .35', '#2c140b']),
    '<path fill="#e9574a" d="M60-700 84-694 20-60H-4Z"/>',
    '<path fill="#fff" fill-opacity=".28" d="M-180-560H180L140-14Q138 0 124 0H-124Q-138 0-140-14Z"/>',
    '<path fill="url(#brew)" fill-opacity=".93" d="M-166-470H166L130-30Q128-16 114-16H-114Q-128-16-130-30Z"/>',
    ...ice.map(([x, y, turn]) =>
      place(
        '<rect width="92" height="92" rx="16" fill="#fff" fill-opacity=".3"/><path fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="5" stroke-linecap="round" d="M16 60V26Q16 16 28 16H60"/>',
        x,
        y,
        1,
        turn,
      ),
    ),
    '<ellipse cy="-470" rx="166" ry="22" fill="#b9743f"/><ellipse cy="-560" rx="180" ry="24" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="6"/>',
    '<path fill="#fff" fill-opacity=".4" d="M-150-530-136-530-108-60-122-60Z"/><path fill="#fff" fill-opacity=".2" d="M-124-530-112-530-88-60-98-60Z"/>',
    drops(),
  ].join('');
}

/** What the cold glass draws from the warm air. */
function drops(): string {
  const random = numbers(63);
  return many(40, () => {
    const at = `cx="${tenth(-120 + 250 * random())}" cy="${tenth(-440 + 400 * random())}"`;
    return `<circle ${at} r="${tenth(2 + 4 * random())}" fill="#fff" fill-opacity=".45"/>`;
  });
}

function slice(): string {
  const segments = many(
    8,
    (index) => `<path transform="rotate(${index * 45})" d="M-6-14-26-68Q0-84 26-68L6-14Z"/>`,
  );
  return `<circle r="100" fill="#f59b23"/><circle r="88" fill="#fff0cf"/><g fill="#fbb93f">${segments}</g>`;
}
