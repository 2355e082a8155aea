/** A piece of HTML: text, with its character references and without any `<`, or a tag. */
export type HtmlToken = string | HtmlTag;

/** A tag. The values of attributes still hold their character references. */
export type HtmlTag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: ReadonlyMap<string, string>;
};

const tagStart = /<\/?([a-z][^\s/>]*)/iy;
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
const tagEnd = /[\s/]*>/y;

/** Elements whose content is nothing to be read. */
const opaque = /^(iframe|math|script|style|svg|template|textarea|title)$/;

/**
 * All texts and tags of a piece of HTML in their order; without comments, and without what is begun and never ended.
 * Linear, whatever the input.
 */
export function scanHtml(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  for (let at = 0; at < html.length; ) {
    const text = html.slice(at, behind(html.indexOf('<', at), 0));
    if (text !== '') tokens.push(text);
    at += text.length;
    if (at < html.length) at = readMarkup(html, at, tokens);
  }
  return tokens;
}

/** Reads what a `<` begins, and says where to go on. */
function readMarkup(html: string, start: number, tokens: HtmlToken[]): number {
  const name = matchAt(tagStart, html, start)?.[1]?.toLowerCase();
  if (name !== undefined) return readTag(name, html, start, tokens);
  if (/[!/?]/.test(html[start + 1] ?? '')) {
    const end = html.startsWith('<!--', start) ? '-->' : '>';
    return behind(html.indexOf(end, start + 2), end.length);
  }
  tokens.push('&lt;');
  return start + 1;
}

function readTag(name: string, html: string, start: number, tokens: HtmlToken[]): number {
  const attributes = new Map<string, string>();
  let at = tagStart.lastIndex;
  for (let found = matchAt(attribute, html, at); found !== null; found = matchAt(attribute, html, at)) {
    const key = found[1]?.toLowerCase() ?? '';
    if (!attributes.has(key)) attributes.set(key, found[2] ?? found[3] ?? found[4] ?? '');
    at = attribute.lastIndex;
  }
  if (matchAt(tagEnd, html, at) === null) return html.length;
  at = tagEnd.lastIndex;
  const isEnd = html[start + 1] === '/';
  tokens.push({ name, isEnd, attributes });
  if (isEnd || html[at - 2] === '/' || !opaque.test(name)) return at;
  return matchAt(new RegExp(`</${name}(?=[\\s/>])`, 'gi'), html, at)?.index ?? html.length;
}

/** Where something found ends; the end of everything where it was not. */
function behind(index: number, length: number): number {
  return index < 0 ? Infinity : index + length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
