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
