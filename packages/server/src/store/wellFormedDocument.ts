/** An escape of JSON: a whole surrogate pair, half of one (captured), or anything else. */
const anyEscape = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u(d[89a-f][\da-f]{2})|.)/gi;

/**
 * A document with U+FFFD for each half of a surrogate pair. None comes in any more, but older versions have kept them,
 * and strict parsers refuse a whole answer that holds one.
 */
export function wellFormedDocument(document: string): string {
  // JSON.stringify writes such an escape only for an unpaired surrogate.
  if (!document.includes('\\ud')) return document;
  return document.replaceAll(anyEscape, (found, half?: string) => (half === undefined ? found : '\\ufffd'));
}
