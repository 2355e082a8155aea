import { posix } from 'node:path';
import type { Locale } from './navigation.ts';

/** The file of a page's translation in the repository. */
export function translationOf(source: string): string {
  return `docs/ja/${source.replace(/^docs\//, '')}`;
}

/** The page that a file of the repository is a translation of; the file itself if it is none. */
export function originalOf(source: string): { readonly source: string; readonly locale: Locale } {
  const name = /^docs\/ja\/(.+)$/.exec(source)?.[1];
  if (name === undefined) return { source, locale: 'en' };
  return { source: name === 'README.md' ? name : `docs/${name}`, locale: 'ja' };
}

/** Where a page of the repository is in the site: `docs/` is its root. */
export function sitePathOf(source: string, locale: Locale): string {
  const place = posix.dirname(source).replace(/^docs(\/|$)|^\.$/, '');
  const name = posix.basename(source);
  const page = name === 'README.md' ? 'index.md' : place === '' ? name.toLowerCase() : name;
  return posix.join(locale === 'en' ? '' : locale, place, page);
}

/** Where the site has a file of the repository that is not a page: as text, which every host serves as such. */
export function filePathOf(file: string): string {
  return `files/${file}.txt`;
}

/** The target of a link from one page of the site to another. */
export function linkBetween(from: string, to: string, anchor = ''): string {
  const path = posix.relative(posix.dirname(from), to);
  return `${path.startsWith('.') ? path : `./${path}`}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}
