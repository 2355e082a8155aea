/** The size of a picture. */
export type Size = { readonly width: number; readonly height: number };

/** The size of most pictures. */
export const usualSize = { width: 1600, height: 900 } as const;

/** A whole drawing. */
export function drawing(parts: readonly string[], { width, height }: Size = usualSize): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${parts.join('\n')}\n</svg>\n`;
}

/** A gradient from top to bottom, or as its attributes say. A stop is a colour, and may say where: `#fff .3`. */
export function linear(id: string, stops: readonly string[], attributes = 'x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${attributes}>${stopsOf(stops)}</linearGradient>`;
}

/** A gradient from the middle outwards. */
export function radial(id: string, stops: readonly string[], attributes = ''): string {
  return `<radialGradient id="${id}" ${attributes}>${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: readonly string[]): string {
  return stops
    .map((stop, index) => {
      const [colour, offset = index / (stops.length - 1)] = stop.split(' ');
      return `<stop offset="${offset}" stop-color="${colour}"/>`;
    })
    .join('');
}

/** A rectangle over everything. */
export function backdrop(fill: string, { width, height }: Size = usualSize): string {
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

/** The same again and again, a little different each time. */
export function many(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** A coordinate as it is written: tenths are fine enough. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Puts a drawing somewhere: moved, then turned, then made larger. */
export function place(parts: string, x: number, y: number, scale = 1, degrees = 0): string {
  const turned = degrees === 0 ? '' : ` rotate(${tenth(degrees)})`;
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`;
  return `<g transform="translate(${tenth(x)} ${tenth(y)})${turned}${scaled}">${parts}</g>`;
}
