import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** A branch in blossom on a mild day. */
export function sakura(): string {
  return drawing([
    linear('sky', ['#bfe0ee', '#fdeef0 .8', '#fbdfe4']),
    radial('sun', ['#ffffff', '#ffffff00']),
    `<defs><g id="blossom">${blossom()}</g><path id="petal" fill="#f7b9c8" d="M0 0C-18-14-16-40-4-48L0-42L4-48C16-40 18-14 0 0Z"/></defs>`,
    backdrop('url(#sky)'),
    '<circle cx="300" cy="230" r="330" fill="url(#sun)" fill-opacity=".8"/>',
    '<path fill="#d9e6e6" d="M0 720C260 640 480 700 760 650S1300 690 1600 620V900H0Z"/><path fill="#cfdccf" d="M0 800C300 740 640 800 960 760S1420 770 1600 740V900H0Z"/>',
    branches(),
    blossoms(),
    petals(),
  ]);
}

function branches(): string {
  const [dark, light] = ['#5a3b37', '#7d5a52'];
  return [
    `<path fill="none" stroke="${dark}" stroke-linecap="round" stroke-width="40" d="M1640 60C1440 150 1280 180 1100 300"/>`,
    `<path fill="none" stroke="${dark}" stroke-linecap="round" stroke-width="22" d="M1110 294C940 400 800 380 600 470"/>`,
    `<path fill="none" stroke="${dark}" stroke-linecap="round" stroke-width="13" d="M1300 190C1240 330 1160 420 1040 560M880 388C800 300 700 250 560 230M620 462C540 500 470 560 420 640"/>`,
    `<path fill="none" stroke="${light}" stroke-linecap="round" stroke-width="6" d="M1600 66C1420 146 1270 174 1104 288M1100 288C940 384 800 368 640 440"/>`,
  ].join('');
}

function blossom(): string {
  const petal = (index: number) =>
    `<path transform="rotate(${index * 72})" d="M0 4C-34-14-30-58-9-66L0-56L9-66C30-58 34-14 0 4Z"/>`;
  const threads = many(10, (index) => `<path transform="rotate(${index * 36 + 10})" d="M0 0V-25"/>`);
  const tips = many(10, (index) => `<circle transform="rotate(${index * 36 + 10})" cy="-27" r="3.5"/>`);
  return `<g fill="#fbd3dc" stroke="#f3a9bb" stroke-width="2">${many(5, petal)}</g><g stroke="#d9667f" stroke-width="2">${threads}</g><g fill="#e9b23c">${tips}</g><circle r="7" fill="#d9667f"/>`;
}

/** In bunches along the branches. */
function blossoms(): string {
  const random = numbers(91);
  const bunches = [
    [1420, 150],
    [1250, 210],
    [1120, 300],
    [1170, 410],
    [1050, 540],
    [960, 372],
    [800, 400],
    [820, 300],
    [690, 262],
    [570, 236],
    [640, 456],
    [520, 516],
    [430, 622],
  ] as const;
  return bunches
    .map(([x, y]) =>
      many(5, () => {
        const [right, down] = [x + 110 * (random() - 0.5), y + 90 * (random() - 0.5)];
        return place('<use href="#blossom"/>', right, down, 0.55 + 0.5 * random(), 360 * random());
      }),
    )
    .join('');
}

function petals(): string {
  const random = numbers(92);
  return many(34, () =>
    place(
      '<use href="#petal"/>',
      1500 * random(),
      900 * random(),
      tenth(0.5 + 0.6 * random()),
      360 * random(),
    ),
  );
}
