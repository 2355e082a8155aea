import { limitMarks } from '@newsstand/contract';

/** What a name is called in an address: `Product News` becomes `product-news`. Other scripts stay as they are. */
export function slugOf(name: string): string {
  return limitMarks(name)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s/\\?,%&"'<>\p{Cc}]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}
