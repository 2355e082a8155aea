import { limits } from '@newsstand/contract';

/** Blocks that show nothing by themselves. */
const silent = new Set(['more', 'nextpage', 'spacer', 'paragraph']);

/**
 * Puts content in the places of blocks that have none of their own: `<!-- wp:block {"ref":7} /-->` is shared by posts.
 * `onLeftOut` hears of those whose content is not in the file, since the site makes it when it shows them.
 */
export function expandBlocks(
  html: string,
  contentOf: (name: string, ref: string) => string | undefined,
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
    if (comment.endsWith('/')) pieces.push(expanded(comment));
  }
  return pieces.join('') + html.slice(done);

  function expanded(comment: string): string {
    const [, name = '', ref = ''] = /^([\w/-]+)\s*(?:\{"ref":(\d+)[,}])?/.exec(comment) ?? [];
    const content = contentOf(name, ref);
    size += content?.length ?? 0;
    if (content !== undefined && size <= limits.importLineBytes) return content;
    if (!silent.has(name)) onLeftOut(name);
    return '';
  }
}
