import type { Dirent } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { ImportSummary } from '../ImportSummary.ts';

/** A Markdown file below a folder; its path there uses `/`. */
export type ListedFile = {
  readonly path: string;
  readonly bytes: number;
  /** Whether its folder contains only pages. */
  readonly isPage: boolean;
};

const markdown = /\.(md|markdown|mdx)$/i;

/** Folders of site generators that contain no content, or a copy of it. */
const notContent = new Set(
  'node_modules vendor themes archetypes layouts _layouts _includes _site public dist build'.split(' '),
);

/** Whether a file is Markdown, by its name. */
export function isMarkdownName(name: string): boolean {
  return markdown.test(name);
}

/** All Markdown files below a folder, sorted by path. Skipped files are reported. */
export async function listMarkdown(folder: string, summary: ImportSummary): Promise<readonly ListedFile[]> {
  const files: Omit<ListedFile, 'isPage'>[] = [];
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    for (const entry of entries.toSorted(byName)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const reason = (await isBundle(folder, path, entry)) ? undefined : whyNot(entry);
      if (reason !== undefined)
        summary.skipped(entry.isDirectory() ? 'folder' : 'file', reason, path, 'nothing');
      else if (entry.isDirectory() && !entry.name.startsWith('.')) await walk(path);
      else if (entry.isFile() && isArticle(entry.name))
        files.push({ path, bytes: (await stat(join(folder, path))).size });
    }
  };
  await walk('');
  // Jekyll and Hexo keep posts there; everything else is a page of the site.
  const isPost = ({ path }: { readonly path: string }): boolean => /(^|\/)(_posts|_drafts)\//.test(path);
  const hasPosts = files.some(isPost);
  return files.map((file) => ({ ...file, isPage: hasPosts && !isPost(file) }));
}

/** An article may be called `build`, too. */
async function isBundle(folder: string, path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isDirectory() || !notContent.has(entry.name) || entry.name === 'node_modules') return false;
  const names = await readdir(join(folder, path));
  return names.some((name) => /^index\.(md|mdx|markdown)$/i.test(name));
}

function isArticle(name: string): boolean {
  return isMarkdownName(name) && !name.startsWith('.');
}

/** Hidden files, and files other than Markdown, are not reported. */
function whyNot(entry: Dirent): string | undefined {
  if (entry.isDirectory()) return notContent.has(entry.name) ? 'has no content of its own' : undefined;
  // A link without an extension may be a folder.
  if (entry.isSymbolicLink() && (isArticle(entry.name) || /^[^.]+$/.test(entry.name)))
    return 'symbolic links are not followed';
  if (!isArticle(entry.name)) return undefined;
  return /^_index\./i.test(entry.name) ? 'describes a section (Hugo), and is not an article' : undefined;
}

/** By code units: the same on every machine. */
function byName(some: Dirent, other: Dirent): number {
  return some.name < other.name ? -1 : some.name > other.name ? 1 : 0;
}

/** The deepest folder that contains both. */
export function commonFolder(some: string, other: string): string {
  const [left, right] = [resolve(some).split(sep), resolve(other).split(sep)];
  const different = left.findIndex((name, index) => name !== right[index]);
  const shared = different === -1 ? left : left.slice(0, different);
  return shared.join(sep) || sep;
}

/** The folders above a path: as given, and along the targets of all symbolic links. */
export async function parentFolders(path: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const walk = async (whole: string): Promise<void> => {
    let at: string = sep;
    for (const name of resolve(whole).split(sep).filter(Boolean)) {
      at = join(at, name);
      if (found.has(at)) continue;
      found.add(at);
      const target = await readlink(at).catch(() => undefined);
      if (target !== undefined) await walk(resolve(dirname(at), target));
    }
  };
  await walk(path);
  // On macOS, /tmp and /var are in /private for everybody.
  found.delete('/private');
  return [...found];
}
