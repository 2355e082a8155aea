import type { Colour } from '../Operations.ts';
import { colourNames } from './colourNames.ts';

/** Reads a colour: a name of CSS, or 3 or 6 hexadecimal digits; undefined where it is none. */
export function readColour(text: string): Colour | undefined {
  const digits = colourNames.get(text.toLowerCase()) ?? text;
  if (!/^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(digits)) return undefined;
  const wide = digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&');
  const value = Number.parseInt(wide, 16);
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}
