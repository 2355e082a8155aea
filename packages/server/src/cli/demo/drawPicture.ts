import { backdrop, drawing, linear, radial, type Size, tenth } from './drawing/drawing.ts';
import { numbers } from './drawing/numbers.ts';

/** What a landscape looks like. */
type Look = Size & { readonly hue: number; readonly seed: number };

/** Draws soft hills under a sun, and what stands before them; the same numbers always give the same picture. */
export function drawPicture({ hue, seed, ...size }: Look, before = ''): string {
  const { width, height } = size;
  const random = numbers(seed);
  const [sunX, sunY] = [tenth(width * (0.2 + 0.6 * random())), tenth(height * 0.27)];
  const hills = [0.42, 0.5, 0.59, 0.7].map((level, index) => {
    const colour = (light: number) => `hsl(${(hue + 26 - index * 9) % 360},${30 + index * 3}%,${light}%)`;
    const id = `hill${index}`;
    const lightness = 74 - index * 12;
    return `${linear(id, [colour(lightness), colour(lightness - 12)])}<path fill="url(#${id})" d="${hill(size, level, random)}"/>`;
  });
  return drawing(
    [
      linear('air', [`hsl(${(hue + 70) % 360},66%,78%)`, `hsl(${(hue + 300) % 360},80%,92%)`]),
      radial('halo', ['#fff4c4', '#ffe9a0 .25', '#ffe9a000']),
      backdrop('url(#air)', size),
      `<circle cx="${sunX}" cy="${sunY}" r="${tenth(height * 0.4)}" fill="url(#halo)"/>`,
      `<circle cx="${sunX}" cy="${sunY}" r="${tenth(height * 0.1)}" fill="#fffbe6"/>`,
      ...hills,
      before,
    ],
    size,
  );
}

/** One hill behind another: a line from left to right that goes up and down twice. */
function hill({ width, height }: Size, level: number, random: () => number): string {
  const y = () => tenth(height * (level + 0.14 * (random() - 0.5)));
  const middle = width / 2;
  return `M0 ${y()}C${tenth(width * 0.17)} ${y()} ${tenth(width * 0.33)} ${y()} ${middle} ${y()}S${tenth(width * 0.83)} ${y()} ${width} ${y()}V${height}H0Z`;
}
