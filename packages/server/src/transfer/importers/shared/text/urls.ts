import { limitMarks, uri } from '@newsstand/contract';
import { decodePercent } from '../../../../http/request.ts';

/** An absolute http or https URL, percent-encoded; undefined if the text is not one. */
export function webAddress(text: string, base: string | undefined): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const { href } = new URL(trimmed, base);
  const written = href.replaceAll(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
  return uri.safeParse(written).success ? written : undefined;
}

/** Decodes a percent-encoded text: `%E6%97%A5` is 日. A text with a literal percent sign is unchanged: `100%`. */
export function percentDecoded(text: string): string {
  return decodePercent(text) ?? text;
}

/** The slug of a name: `Product News` becomes `product-news`. Other scripts are kept. */
export function slugOf(name: string): string {
  return limitMarks(name)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s/\\?,%&"'<>\p{Cc}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/**
 * The last name in the path of a URL, without `.html`, decoded; '' if there is none. A pattern (`/:year/:title/`,
 * `{{ page.fileSlug }}`) is of no use.
 */
export function lastSegment(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/i, '');
  const isPlain = !/[{}]|\/:|^:|^(true|false)$/.test(path);
  const segments = isPlain ? (path.split(/[?#]/)[0] ?? '').split('/') : [];
  const names = segments.map((segment) => segment.replace(/\.html?$/i, '').replace(/^index$/i, ''));
  return percentDecoded(names.filter((name) => name !== '').at(-1) ?? '');
}
