/** What a demo picture looks like. */
type Picture = {
  readonly hue: number;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
};

/** Draws a landscape of soft hills under a sun, as SVG; the same numbers always give the same picture. */
export function drawPicture({ hue, seed, width, height }: Picture): string {
  const random = numbers(seed);
  const sunX = Math.round(width * (0.2 + 0.6 * random()));
  const hills = [0.45, 0.6, 0.75].map((level, index) => {
    const colour = `hsl(${(hue + index * 14) % 360} ${42 + index * 6}% ${62 - index * 14}%)`;
    return `<path fill="${colour}" d="${hill(width, height, level, random)}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="hsl(${hue} 60% 90%)"/>`,
    `<circle cx="${sunX}" cy="${Math.round(height * 0.35)}" r="${Math.round(height * 0.14)}" fill="hsl(45 92% 74%)"/>`,
    ...hills,
    '</svg>\n',
  ].join('\n');
}

function hill(width: number, height: number, level: number, random: () => number): string {
  const y = () => Math.round(height * (level + 0.16 * (random() - 0.5)));
  const middle = Math.round(width / 2);
  const curve = `M0 ${y()} Q${Math.round(width / 4)} ${y() - 30} ${middle} ${y()} T${width} ${y()}`;
  return `${curve} V${height} H0 Z`;
}

/** A few numbers between 0 and 1 that only depend on the seed. */
function numbers(seed: number): () => number {
  let state = seed * 7919 + 17;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
