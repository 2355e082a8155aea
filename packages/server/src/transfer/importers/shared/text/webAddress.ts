import { uri } from '@newsstand/contract';

/** An absolute http or https address, its other characters percent-encoded; undefined where a text is none. */
export function webAddress(text: string, base: string | undefined): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined;
  const { href } = new URL(trimmed, base);
  const written = href.replaceAll(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
  return uri.safeParse(written).success ? written : undefined;
}
