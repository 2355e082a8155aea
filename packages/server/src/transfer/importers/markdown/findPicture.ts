import { realpath, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { findLocalFile } from '../shared/records/findLocalFile.ts';
import { percentDecoded } from '../shared/text/urls.ts';

/** The folders of Markdown files and of their images. */
export type MarkdownPlace = {
  /** The folder that was given: paths that begin with `/` are relative to it. */
  readonly root: string;
  /** Another folder with images, if given. */
  readonly media: string | undefined;
  /** The folder that contains both. */
  readonly base: string;
};

/** Folders of site generators that are served from the root of a site. */
const served = ['', 'static', 'assets', 'public', 'source', 'src', 'src/assets', 'content'];

/**
 * Finds the local file of a picture, and returns its path below the base. `folders` (below the root) are those of the
 * article's own pictures. Undefined if there is none; files outside of both folders are never used.
 */
export async function findPicture(
  url: string,
  folders: readonly string[],
  place: MarkdownPlace,
  siteUrl: string | undefined,
): Promise<string | undefined> {
  const { root, media } = place;
  const path = pathOf(url, siteUrl);
  const inside = path === undefined ? [] : candidates(path, folders);
  for (const each of inside) {
    const found = await fileBelow(root, each, place);
    if (found !== undefined) return found;
  }
  if (media === undefined) return undefined;
  const address = path === undefined ? url : `http://site/${encodeURI(path.replace(/^[./]+/, ''))}`;
  const found = await findLocalFile(media, address);
  return found === undefined ? undefined : await fileBelow(media, found, place);
}

/** The path of a URL, if it belongs to the site itself. */
function pathOf(url: string, siteUrl: string | undefined): string | undefined {
  const [plain = ''] = url.split(/[?#]/);
  const own = siteUrl !== undefined && plain.startsWith(siteUrl) ? `/${plain.slice(siteUrl.length)}` : plain;
  if (own === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(own)) return undefined;
  const path = percentDecoded(own);
  return /[\\\0]/.test(path) ? undefined : path;
}

/** Beside the file, below the root, or below the folders served from there. */
function candidates(path: string, folders: readonly string[]): readonly string[] {
  const beside = path.startsWith('/') ? [] : folders.map((folder) => posix.join(folder, path));
  // Prefixes of Astro and Vite for the source root.
  const plain = path.replace(/^(?:\/|@\/|~\/)+/, '');
  return [...beside, ...served.map((each) => posix.join(each, plain))];
}

async function fileBelow(folder: string, path: string, { base }: MarkdownPlace): Promise<string | undefined> {
  const whole = join(folder, path);
  const found = await stat(whole).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  // Symbolic links are resolved first, as in the import of the file.
  const [real, top] = await Promise.all([realpath(whole), realpath(folder)]);
  return real.startsWith(top.endsWith(sep) ? top : top + sep)
    ? relative(base, whole).replaceAll(sep, '/')
    : undefined;
}
