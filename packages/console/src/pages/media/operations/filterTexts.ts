/** The three numbers of `sharpen`. */
export type Sharpen = { readonly amount: number; readonly radius: number; readonly isLuminanceOnly: boolean };

/** The members of `roundCorner`: a radius (or two), a colour as `#rrggbb`, and whether corners are transparent. */
export type RoundCorner = { readonly radius: string; readonly colour: string; readonly isClear: boolean };

/** Amounts of red, green and blue. */
export type Rgb = { readonly red: number; readonly green: number; readonly blue: number };

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Reads a number; undefined for anything else. */
export function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && number.test(text.trim()) ? Number(text) : undefined;
}

/** Reads `amount,radius,luminanceOnly`; undefined for anything else. */
export function readSharpen(text: string): Sharpen | undefined {
  const [amount, radius, luminance, ...more] = wordsOf(text);
  const [amountNumber, radiusNumber] = [readNumber(amount), readNumber(radius)];
  const isLuminanceOnly = readFlag(luminance);
  if (amountNumber === undefined || radiusNumber === undefined || isLuminanceOnly === undefined)
    return undefined;
  return more.length > 0 ? undefined : { amount: amountNumber, radius: radiusNumber, isLuminanceOnly };
}

/** Writes `amount,radius,luminanceOnly`. */
export function writeSharpen({ amount, radius, isLuminanceOnly }: Sharpen): string {
  return `${amount},${radius},${isLuminanceOnly}`;
}

/** Reads `red,green,blue`; undefined for anything else. */
export function readRgb(text: string): Rgb | undefined {
  const [red, green, blue, ...more] = wordsOf(text).map(readNumber);
  if (red === undefined || green === undefined || blue === undefined || more.length > 0) return undefined;
  return { red, green, blue };
}

/** Writes `red,green,blue`. */
export function writeRgb({ red, green, blue }: Rgb): string {
  return `${red},${green},${blue}`;
}

/** Reads `radius,red,green,blue` with or without `,transparent`; undefined for anything else. */
export function readRoundCorner(text: string): RoundCorner | undefined {
  const [radius = '', red, green, blue, clear = 'false', ...more] = wordsOf(text);
  const colour = [red, green, blue].map((part) => (/^\d{1,3}$/.test(part ?? '') ? Number(part) : 256));
  const isClear = readFlag(clear);
  const isValid = /^\d+(\|\d+)?$/.test(radius) && colour.every((part) => part < 256) && more.length === 0;
  if (!isValid || isClear === undefined) return undefined;
  return { radius, colour: `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`, isClear };
}

/** Writes `radius,red,green,blue`, and `,true` if the corners are transparent. */
export function writeRoundCorner({ radius, colour, isClear }: RoundCorner): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) || 0);
  return [radius, ...parts, ...(isClear ? ['true'] : [])].join(',');
}

/** The colour of an operation for a colour field: hexadecimal digits get a `#`, names stay. */
export function readColour(text: string): string {
  return /^([\da-f]{3}|[\da-f]{6})$/i.test(text) ? `#${text}` : text;
}

/** The colour of a colour field for an operation. */
export function writeColour(text: string): string {
  return text.trim().replace(/^#/, '').toLowerCase();
}

function readFlag(text: string | undefined): boolean | undefined {
  if (/^(true|1)$/i.test(text ?? '')) return true;
  return /^(false|0)$/i.test(text ?? '') ? false : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}
