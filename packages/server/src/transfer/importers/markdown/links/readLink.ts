import { posix } from 'node:path';
import { mediaTypeOf } from '../../shared/records/SourceContent.ts';
import { percentDecoded } from '../../shared/text/urls.ts';

/** How the tags of site generators, and Obsidian, name a file: `ref` (Hugo), `post_url`, `link` (Jekyll), `[[note]]`. */
export type MarkedKind = 'ref' | 'post' | 'site' | 'note';

/** A link to a file. */
export type FileLink = {
  /** What its path is relative to: the file that it is in, or as the mark says. */
  readonly kind: 'relative' | MarkedKind;
  /** Decoded. */
  readonly path: string;
  /** With `#`, as written; '' if there is none. */
  readonly fragment: string;
};

/** Marks the address of a link that names a file in a way of its own. */
export function markedLink(kind: MarkedKind, target: string): string {
  return `to-${kind}:${encodeURI(target)}`;
}

/** Reads the address of a link; undefined if it does not lead to a file that could be an article. */
export function readLink(href: string): FileLink | undefined {
  const [, marked, rest] = /^to-(ref|post|site|note):(.*)$/s.exec(href) ?? [];
  const [, written = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec((rest ?? href).trim()) ?? [];
  const path = percentDecoded(written);
  const kind = kinds.find((each) => each === marked);
  if (kind !== undefined) return { kind, path, fragment };
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written) || mediaTypeOf(written) !== undefined) return undefined;
  // Zola, Astro and Vite write the root of the content like this.
  const [prefix] = /^[@~]\//.exec(path) ?? [];
  if (prefix !== undefined) return { kind: 'site', path: path.slice(prefix.length), fragment };
  // Without the extension of a file, a path from the root is an address of the old site.
  if (path.startsWith('/')) return isMarkdownPath(path) ? { kind: 'site', path, fragment } : undefined;
  return path === '' && !href.trim().startsWith('?') ? undefined : { kind: 'relative', path, fragment };
}

const kinds = ['ref', 'post', 'site', 'note'] as const;

/** Whether a path has the extension of a Markdown file. */
export function isMarkdownPath(path: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path);
}

/** Folders of site generators that paths from the root of a site leave out. */
const contentFolders = ['', 'content', 'source', 'src', 'src/content'];

/**
 * Where a link from a file may lead, the likeliest first: places that `placeOf` gives. `root` is the folder of the import,
 * and `file` a path in it. Nothing is looked up on disk, so it does not matter how far up a link leads.
 */
export function placesOf({ kind, path }: FileLink, root: string, file: string): readonly string[] {
  const beside = posix.join(root, posix.dirname(file), path);
  const inSite = () => [
    ...contentFolders.map((folder) => posix.join(root, folder, path)),
    // Only a part of the site may be imported.
    ...foldersAbove(root).map((folder) => posix.join(folder, path)),
  ];
  const all = {
    // Without the extension of a file, it may be relative to the address of the page.
    relative: () =>
      isMarkdownPath(path) ? [beside] : [beside, posix.join(placeOf(posix.join(root, file)), path)],
    ref: () => (path.startsWith('/') ? inSite() : [beside, ...inSite()]),
    site: inSite,
    note: () => (/^\.\.?\//.test(path) ? [beside] : inSite()),
    post: () => [],
  };
  return path === '' ? [] : [...new Set(all[kind]().map(placeOf))];
}

/** The place of a file, however a link writes it: with or without its extension, as a folder, or as the page of it. */
export function placeOf(path: string): string {
  return path
    .normalize('NFC')
    .replace(/\/$|\.(?:md|markdown|mdx|html?)$/i, '')
    .replace(/\/index$/i, '');
}

/** From the nearest one up. */
function foldersAbove(folder: string): readonly string[] {
  const names = folder.split('/');
  return names.slice(1).map((_, index) => names.slice(0, names.length - 1 - index).join('/') || '/');
}
