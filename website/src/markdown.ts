import { posix } from 'node:path';

/** Fenced code blocks and code spans: what is in them is not Markdown. */
const code = /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\2[ \t]*$|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\3(?!`))/gm;

/** The target of `[text](target)` and of `![text](target)`, and of links and pictures written as HTML. */
const link = /(\]\(|<a [^>]*?href="|<img [^>]*?src=")([^)\s"]+)/g;

/** Changes the parts of a Markdown text that are not code. */
export function mapProse(text: string, change: (prose: string) => string): string {
  let end = 0;
  let result = '';
  for (const { 0: found, index } of text.matchAll(code)) {
    result += change(text.slice(end, index)) + found;
    end = index + found.length;
  }
  return result + change(text.slice(end));
}

/** Changes the targets of all links and pictures. */
export function mapLinks(text: string, change: (target: string) => string): string {
  return mapProse(text, (prose) =>
    prose.replace(link, (_, before: string, target: string) => before + change(target)),
  );
}

/** The targets of all links and pictures, in order. */
export function linksIn(text: string): readonly string[] {
  const found: string[] = [];
  mapLinks(text, (target) => {
    found.push(target);
    return target;
  });
  return found;
}

/** Whether a target is outside of the repository. */
export function isExternal(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(target);
}

/** The file in the repository that a target on a page leads to, and the anchor in it. */
export function resolveTarget(
  page: string,
  target: string,
): { readonly file: string; readonly anchor: string } {
  const [path = '', anchor = ''] = target.split('#');
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(path)));
  return { file: file.replace(/\/$/, ''), anchor: decodeURIComponent(anchor) };
}

/** The anchor of a heading, as GitHub makes it. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The text of a line of Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|(?<!\w)_|_(?!\w)/g, '');
}

/** The text of the first heading of a page. */
export function titleOf(text: string): string {
  return plainText(/^# (.+)$/m.exec(text)?.[1] ?? '');
}

/** All anchors of a page: of its headings, and those written as HTML. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  // Of code, only blocks can contain what looks like a heading.
  const withoutBlocks = text.replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[ \t]*$/gm, '');
  for (const [, heading = ''] of withoutBlocks.matchAll(/^ {0,3}#{1,6} +(.+?) *#*$/gm)) {
    const slug = slugOf(plainText(heading));
    let unique = slug;
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of withoutBlocks.matchAll(/<[a-z]\w* [^>]*?\b(?:id|name)="([^"]+)"/g))
    anchors.add(id);
  return anchors;
}
