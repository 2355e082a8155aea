/** Attributes that hold one address. */
export const addresses: ReadonlySet<string> = new Set(['cite', 'href', 'poster', 'src']);

/** An address as people paste it, with spaces around it or `HTTPS:` in capitals, as it is meant. */
export function webAddress(text: string): string {
  return text.trim().replace(/^(https?|mailto|tel):/i, (scheme) => scheme.toLowerCase());
}

/** A `srcset` without what is no address of the web. */
export function webSources(srcset: string | undefined): string | undefined {
  // A comma alone may be part of an address.
  const sources = srcset?.split(/,\s+/).map(webAddress).filter(isWebAddress);
  return sources?.join(', ') || undefined;
}

/** With the scheme of the web, or with none. */
function isWebAddress(text: string): boolean {
  return /^(https?:|[^:/?#]*([/?#]|$))/.test(text);
}
