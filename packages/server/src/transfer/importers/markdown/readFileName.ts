/** What the path of a file reveals about its article. */
export type FileName = {
  /** Its folder, relative to the root; empty for the root itself. */
  readonly folder: string;
  /** Its ID, derived from the path. */
  readonly id: string;
  /** Its name, without a leading date. */
  readonly name: string;
  /** Its name as it is. */
  readonly fileName: string;
  /** The date before its name, or that of its folders. */
  readonly date: string | undefined;
  readonly isDraft: boolean;
  /** The part of its path that hides it, other than Jekyll's `_drafts`. */
  readonly hiddenBy: string | undefined;
  /** Whether it is in Jekyll's folder of posts. */
  readonly isJekyll: boolean;
};

/** A date at the end of a path, as Jekyll writes it (`2024-05-03-hello`), or in folders (`2024/05-03-hello`). */
const dated =
  /(?:^|\/)(?:(\d{4}-\d\d?-\d\d?)[-_ ]|(\d{4}[-/](?:0?[1-9]|1[0-2])[-/](?:0?[1-9]|[12]\d|3[01]))[-_/])([^/]+)$/;

/**
 * Reads the path of a file: `_posts/2024-05-03-hello.md`, `_drafts/hello.md`, `hello/index.md`, `hello/index.ja.md`.
 * `parents` are the names of the folders above the root of the path.
 */
export function readFileName(path: string, parents: readonly string[] = []): FileName {
  const segments = path.replace(/\.\w+$/, '').split('/');
  const last = segments.pop() ?? '';
  const [index, language = ''] = (segments.length > 0 && bundle.exec(last)) || [];
  const isBundle = index !== undefined;
  const stem = isBundle ? `${segments.at(-1) ?? ''}${language}` : last;
  const named = isBundle ? [...segments.slice(0, -1), stem] : [...segments, last];
  const [, jekyll, folders = jekyll, name = stem] = dated.exec(named.join('/')) ?? [];
  return {
    folder: segments.join('/'),
    id: [...segments, ...(isBundle && language === '' ? [] : [last])].join('/'),
    ...{ name, fileName: stem },
    date: folders?.replaceAll('/', '-'),
    isDraft: segments.includes('_drafts'),
    hiddenBy: hiddenBy(segments, last, parents),
    isJekyll: segments.includes('_posts') || segments.includes('_drafts'),
  };
}

/** Posts in Jekyll's `_drafts` are ordinary drafts, so they are not reported as hidden. */
function hiddenBy(folders: readonly string[], name: string, parents: readonly string[]): string | undefined {
  const folder = folders.find((each) => each !== '_drafts' && isForDrafts(each));
  if (folder !== undefined) return `its folder ${folder}`;
  const parent = parents.find(isForDrafts);
  if (parent !== undefined) return `the folder ${parent} above it (${parentOption} ignores this)`;
  // Most generators treat files that begin with `_` as partials.
  return /^[_.]/.test(name) ? `the ${name.charAt(0)} before its name` : undefined;
}

/** With this option, only folders inside the given one make drafts. */
export const parentOption = '--ignore-parent-folders';

/**
 * Whether a folder of this name is for unpublished work. The whole name must match, apart from punctuation and digits
 * around it: `nba-draft-2024` may be the folder of an article.
 */
function isForDrafts(folder: string): boolean {
  return /^[\W\d_]*(?:drafts?|private|unpublished|unlisted|hidden|wip|embargo(?:ed)?|下書き|非公開)[\W\d_]*$/iu.test(
    folder.normalize('NFC'),
  );
}

/** The article of a folder, possibly in a language. */
const bundle = /^index(\.[a-z]{2,3}(?:-\w{2,8})?)?$/i;
