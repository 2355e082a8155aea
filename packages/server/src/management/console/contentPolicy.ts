/** What a page of the console may load, and from where: nothing that is not said here. */
export function contentPolicy(nonce: string, mediaUrl: string): string {
  const { origin } = new URL(mediaUrl);
  const media = ["'self'", 'data:', 'blob:', origin];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${media.join(' ')}`,
    `media-src ${media.join(' ')}`,
    // Videos are fetched piece by piece where the browser itself knows no HLS.
    `connect-src 'self' ${origin}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
