import { limitMarks, uri } from '@newsstand/contract';
import { decodePercent } from '../../../../http/decodePercent.ts';

/** An absolute http or https address, its other characters percent-encoded; undefined where a text is none. */
export function webAddress(text: string, base: string | undefined): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const { href } = new URL(trimmed, base);
  const written = href.replaceAll(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
  return uri.safeParse(written).success ? written : undefined;
}

/** What a percent-encoded text says: `%E6%97%A5` is 日. A text with a percent sign of its own stays as it is: `100%`. */
export function percentDecoded(text: string): string {
  return decodePercent(text) ?? text;
}

/** What a name is called in an address: `Product News` becomes `product-news`. Other scripts stay as they are. */
export function slugOf(name: string): string {
  return limitMarks(name)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s/\\?,%&"'<>\p{Cc}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}
