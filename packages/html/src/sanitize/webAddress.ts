import { linkSchemes } from '../linkSchemes.ts';

/** Attributes that hold a single URL. */
export const addresses: ReadonlySet<string> = new Set(['cite', 'href', 'poster', 'src']);

const scheme = new RegExp(`^(${linkSchemes.join('|')}):`, 'i');

/** A URL as people paste it, cleaned of spaces around it and of a scheme in capitals. */
export function webAddress(text: string): string {
  return text.trim().replace(scheme, (found) => found.toLowerCase());
}

/** A `srcset` without anything but URLs of the web. */
export function webSources(srcset: string | undefined): string | undefined {
  // A comma without a space may be part of a URL.
  const sources = srcset?.split(/,\s+/).map(webAddress).filter(isWebAddress);
  return sources?.join(', ') || undefined;
}

/** With `http:` or `https:`, or without a scheme. */
function isWebAddress(text: string): boolean {
  return /^(https?:|[^:/?#]*([/?#]|$))/.test(text);
}
