/** What the path of a file says about the article in it. */
export type FileName = {
  /** The folder that it lies in, below the root; empty for the root itself. */
  readonly folder: string;
  /** The path that tells it from all others. */
  readonly id: string;
  /** Its name, without a date before it. */
  readonly name: string;
  /** The date before its name, as Jekyll has it. */
  readonly date: string | undefined;
  readonly isDraft: boolean;
  /** Whether it lies where Jekyll keeps its posts. */
  readonly isJekyll: boolean;
};

/** Reads the path of a file: `_posts/2024-05-03-hello.md`, `_drafts/hello.md`, `hello/index.md`. */
export function readFileName(path: string): FileName {
  const segments = path.replace(/\.\w+$/, '').split('/');
  const last = segments.pop() ?? '';
  const isBundle = /^index$/i.test(last) && segments.length > 0;
  const stem = isBundle ? (segments.at(-1) ?? last) : last;
  const [, date, name = stem] = /^(\d{4}-\d\d?-\d\d?)[-_ ](.+)$/.exec(stem) ?? [];
  return {
    folder: segments.join('/'),
    id: [...segments, ...(isBundle ? [] : [last])].join('/'),
    name,
    date,
    isDraft: segments.includes('_drafts'),
    isJekyll: segments.includes('_posts') || segments.includes('_drafts'),
  };
}
