/**
 * An absolute web address by RFC 3986: a scheme in any case, a host, and no characters but those that it allows. Without flags,
 * so that the interface can show it as it is.
 */
export const webAddressPattern =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?![/?#])(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

/** Whether a text is an absolute web address that a browser understands. */
export function isWebAddress(text: string): boolean {
  return webAddressPattern.test(text) && URL.canParse(text);
}

/** What a browser drops or misreads in a URL: white space, control characters, quotes, angle brackets, backslashes. */
const unsafeInUrl = /[\s\p{Cc}"<>\\]/u;

/** Whether a text can be the link of a banner: a web address, a path on the same site, `mailto:` or `tel:`. */
export function isLinkTarget(text: string): boolean {
  if (unsafeInUrl.test(text)) return false;
  if (/^https?:\/\/[^/?#]/i.test(text)) return URL.canParse(text);
  return /^(?:\/(?!\/)|(?:mailto|tel):.)/i.test(text);
}

/** Whether a web address is that of an HLS playlist. */
export function isPlaylistUrl(text: string): boolean {
  return URL.canParse(text) && /\.m3u8$/i.test(new URL(text).pathname);
}
