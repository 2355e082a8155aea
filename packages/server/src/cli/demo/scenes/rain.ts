import { backdrop, drawing, linear, many, place, radial, tenth } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';
import { stonewareCup } from '../drawing/stonewareCup.ts';

const lamps = ['#ffc46b', '#ffa05c', '#ffe2a8', '#ffd08a', '#7fc0dd', '#f0687a'] as const;

/** The street through a wet window: lamps out of focus, drops in front. */
export function rain(): string {
  return drawing([
    linear('dusk', ['#15202e', '#28384a .5', '#3a3440 .75', '#17171d']),
    ...lamps.map((colour, index) =>
      radial(`lamp${index}`, [`${colour}8a`, `${colour}a0 .75`, `${colour}e0 .92`, `${colour}00`]),
    ),
    linear('drop', ['#0b1118cc', '#5a6b7c99 .5', '#e8eef2cc']),
    radial('glow', ['#ffb86b70', '#ff9a5000']),
    linear('trail', ['#ffffff00', '#dfe8ee40']),
    backdrop('url(#dusk)'),
    '<ellipse cx="420" cy="640" rx="420" ry="230" fill="url(#glow)"/><ellipse cx="1180" cy="620" rx="460" ry="260" fill="url(#glow)"/>',
    bokeh(),
    trails(),
    drops(),
    // The sill.
    '<path fill="#120e0d" d="M0 838H1600V900H0Z"/><path fill="#5a4637" d="M0 838H1600V848H0Z"/>',
    place(stonewareCup('#3d5261', '#141c22', '#7d97a6'), 1290, 862, 1.1),
  ]);
}

function bokeh(): string {
  const random = numbers(111);
  return many(46, () => {
    // Most lamps are near the street, and those are the large ones.
    const far = random();
    const [x, y] = [1600 * random(), 260 + 420 * far + 160 * (random() - 0.5)];
    const lamp = Math.floor(lamps.length * random());
    return `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(26 + 60 * far * random())}" fill="url(#lamp${lamp})"/>`;
  });
}

function trails(): string {
  const random = numbers(112);
  return many(16, () => {
    const [x, y, length] = [1600 * random(), 560 * random(), 120 + 260 * random()];
    const [end, width] = [y + length, 5 + 6 * random()];
    return `<path fill="url(#trail)" d="M${tenth(x)} ${tenth(y)}l${tenth(width)} ${tenth(length)}h${tenth(-2 * width)}z"/>${drop(x, end, width * 1.5)}`;
  });
}

function drops(): string {
  const random = numbers(113);
  return many(240, () => drop(1600 * random(), 830 * random(), 2 + 13 * random() ** 4));
}

/** It shows the world upside down: dark above, light below. */
function drop(x: number, y: number, radius: number): string {
  const [cx, cy] = [tenth(x), tenth(y)];
  const shine = `<circle cx="${tenth(x - radius * 0.3)}" cy="${tenth(y - radius * 0.45)}" r="${tenth(radius * 0.22)}" fill="#fff" fill-opacity=".9"/>`;
  return `<ellipse cx="${cx}" cy="${cy}" rx="${tenth(radius)}" ry="${tenth(radius * 1.15)}" fill="url(#drop)"/>${radius > 4 ? shine : ''}`;
}
