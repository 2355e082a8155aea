import { limits } from '@newsstand/contract';

/** Blocks that show nothing by themselves. */
const silent = new Set(['more', 'nextpage', 'spacer', 'paragraph']);

/**
 * Puts the content of shared blocks in their places (`<!-- wp:block {"ref":7} /-->`). `onLeftOut` hears of other blocks
 * that have no content in the file, since the site makes it when it shows them.
 */
export function expandBlocks(
  html: string,
  shared: ReadonlyMap<string, string>,
  onLeftOut: (name: string) => void,
): string {
  const start = '<!-- wp:';
  const pieces: string[] = [];
  let done = 0;
  let size = html.length;
  for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, done)) {
    const end = html.indexOf('-->', at);
    if (end === -1) break;
    const comment = html.slice(at + start.length, end);
    pieces.push(html.slice(done, at));
    done = end + 3;
    if (comment.endsWith('/')) pieces.push(contentOf(comment));
  }
  return pieces.join('') + html.slice(done);

  function contentOf(comment: string): string {
    const [, name = '', ref = ''] = /^([\w/-]+)\s*(?:\{"ref":(\d+)[,}])?/.exec(comment) ?? [];
    const content = name === 'block' ? shared.get(ref) : undefined;
    size += content?.length ?? 0;
    if (content !== undefined && size <= limits.importLineBytes) return content;
    if (!silent.has(name)) onLeftOut(name);
    return '';
  }
}
