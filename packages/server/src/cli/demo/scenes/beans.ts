import { backdrop, drawing, many, place } from '../drawing/drawing.ts';
import { numbers } from '../drawing/numbers.ts';

/** Roasted beans, heaped: those on top are lighter. */
export function beans(): string {
  const random = numbers(101);
  const heap = many(200, (index) => {
    const tone = Math.min(3, Math.floor((index / 200) * 3 + 1.2 * random()));
    // Steps of these lengths come close to every place, and never to the same one twice.
    const [x, y] = [(index * 0.7549) % 1, (index * 0.5698) % 1];
    return place(
      `<use href="#bean${tone}"/>`,
      1640 * x - 20,
      940 * y - 20,
      1.15 + 0.35 * random(),
      360 * random(),
    );
  });
  const kinds = tones.map(
    ([dark, body, light], index) => `<g id="bean${index}">${bean(dark, body, light)}</g>`,
  );
  return drawing([`<defs>${kinds.join('')}</defs>`, backdrop('#120804'), heap]);
}

const tones = [
  ['#2a140b', '#3a1e11', '#4a2a19'],
  ['#3a1d10', '#4e2a18', '#653a24'],
  ['#4a2614', '#63371f', '#7f4d30'],
  ['#5a3019', '#784526', '#99613c'],
] as const;

/** A bean that lies on its back, 120 long, with its shadow. */
function bean(dark: string, body: string, light: string): string {
  return [
    '<ellipse cx="5" cy="8" rx="64" ry="45" fill="#000" fill-opacity=".5"/>',
    `<ellipse rx="60" ry="41" fill="${dark}"/><ellipse cx="-2" cy="-3" rx="56" ry="36" fill="${body}"/>`,
    `<path fill="${light}" d="M-46-16C-30-38 26-40 46-18C26-30-26-30-46-16Z"/>`,
    '<path fill="none" stroke="#140804" stroke-width="6" stroke-linecap="round" d="M-57 2C-30-12-16 14 4 2S36-8 57 1"/>',
    `<path fill="none" stroke="${light}" stroke-opacity=".6" stroke-width="2.5" stroke-linecap="round" d="M-54 8C-30-5-14 20 5 8S36-1 54 7"/>`,
    '<ellipse cx="-14" cy="-24" rx="20" ry="5" fill="#fff" fill-opacity=".16"/>',
  ].join('');
}
