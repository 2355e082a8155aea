import { percentDecoded } from '../importers/shared/text/urls.ts';

/** Where an article was, and where it is now: paths, percent-encoded. */
export type Redirect = { readonly from: string; readonly to: string };

/** Writes redirects for a web server; `siteUrl` has no slash at its end. */
type Write = (redirects: readonly Redirect[], siteUrl: string) => string;

const longestPath = 2000;

/**
 * An old path, percent-encoded. Bodies are free, so a text that is no path of a page is undefined: it must neither get into the
 * configuration of a server, nor redirect the home page, whose address also had queries.
 */
export function oldPathOf(text: string): string | undefined {
  if (!/^\/[^/?#\\][^?#\\]*$/.test(text) || text.length > longestPath) return undefined;
  const path = URL.parse(text, 'https://localhost')
    ?.pathname.replaceAll(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@%/]/g, encodeURIComponent);
  const decoded = percentDecoded(path ?? '');
  // A URL resolves dots and drops line breaks: it would be another page.
  return decoded !== percentDecoded(text) || decoded === '/' || /\p{Cc}/u.test(decoded) ? undefined : path;
}

/** The same for all paths that some server takes for the same: however they are encoded, with and without a slash at the end. */
export function samePlace(path: string): string {
  return percentDecoded(path).replace(/\/+$/, '');
}

/** How each server and host reads its redirects. */
export const redirectFormats = {
  nginx: (redirects) => {
    // nginx compares decoded paths, and in any case, unless they are regular expressions.
    const paths = redirects.map(({ from, to }) => ({ path: percentDecoded(from), to }));
    const mixed = new Set(paths.flatMap(({ path }) => (isLower(path) ? [] : path.toLowerCase())));
    const key = (path: string) => (isLower(path) && !mixed.has(path) ? quoted(path) : `"${pattern(path)}"`);
    const longest = paths.reduce((most, { path }) => Math.max(most, Buffer.byteLength(path)), 0);
    return [
      '# In the http block; in the server block: if ($new_address) { return 301 $new_address; }',
      ...(longest > 40 ? [`map_hash_bucket_size ${2 ** Math.ceil(Math.log2(longest + 64))};`] : []),
      'map $uri $new_address {',
      '  default "";',
      ...paths.map(({ path, to }) => `  ${key(path)} ${quoted(to)};`),
      '}',
    ].join('\n');
  },
  caddy: (redirects) =>
    [
      '# In the block of the site.',
      'map {path} {new_address} {',
      ...redirects.map(({ from, to }) => `  ${caddyInput(percentDecoded(from))} "${to}"`),
      '  default ""',
      '}',
      '@moved expression `{new_address} != ""`',
      'redir @moved {new_address} 301',
    ].join('\n'),
  // `*` and `:name` stand for anything.
  netlify: (redirects) =>
    redirects
      .map(({ from, to }) => `${from.replaceAll('*', '%2A').replaceAll(':', '%3A')} ${to} 301`)
      .join('\n'),
  cloudflare: (redirects, siteUrl) =>
    redirects
      .map(({ from, to }) => `${cell(siteUrl + from.replaceAll('*', '%2A'))},${cell(siteUrl + to)},301`)
      .join('\n'),
} as const satisfies Record<string, Write>;

export type RedirectFormat = keyof typeof redirectFormats;

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Caddy replaces `{$NAME}` even in quotes, and a backslash escapes nothing but a quote: such a path is a regular expression. */
function caddyInput(path: string): string {
  return `"${/["\\`{}]/.test(path) ? pattern(path) : path}"`;
}

/** A path as a regular expression of nginx and Caddy that contains nothing with a meaning to them. */
function pattern(path: string): string {
  const plain = path.replaceAll(/[^\w/\-\u{80}-\u{10ffff}]/gu, (each) => {
    return `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `~^${plain}$`;
}

function isLower(path: string): boolean {
  return path === path.toLowerCase();
}

/** A cell of a CSV file. */
function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
