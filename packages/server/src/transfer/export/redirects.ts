import { percentDecoded } from '../importers/shared/text/urls.ts';

/** Where an article was, and where it is now: paths, percent-encoded. */
export type Redirect = { readonly from: string; readonly to: string };

/** Writes redirects for a web server; `siteUrl` has no slash at its end. */
type Write = (redirects: readonly Redirect[], siteUrl: string) => string;

/** How each server and host reads its redirects. */
export const redirectFormats = {
  nginx: (redirects) =>
    [
      '# In the http block; in the server block: if ($new_address) { return 301 $new_address; }',
      'map $uri $new_address {',
      '  default "";',
      // nginx compares decoded paths. In the new one, it would take $ for a variable.
      ...redirects.map(
        ({ from, to }) => `  ${quoted(percentDecoded(from))} ${quoted(to.replaceAll('$', '%24'))};`,
      ),
      '}',
    ].join('\n'),
  caddy: (redirects) =>
    [
      '# In the block of the site.',
      'map {path} {new_address} {',
      ...redirects.map(({ from, to }) => `  ${quoted(percentDecoded(from))} ${quoted(to)}`),
      '  default ""',
      '}',
      '@moved expression `{new_address} != ""`',
      'redir @moved {new_address} 301',
    ].join('\n'),
  netlify: (redirects) => redirects.map(({ from, to }) => `${from} ${to} 301`).join('\n'),
  cloudflare: (redirects, siteUrl) =>
    redirects.map(({ from, to }) => `${siteUrl}${from},${siteUrl}${to},301`).join('\n'),
} as const satisfies Record<string, Write>;

export type RedirectFormat = keyof typeof redirectFormats;

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
