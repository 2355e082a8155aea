/** A token is a range of the text: nothing is copied until it is needed. */
type Range = { readonly start: number; readonly end: number };

export type HtmlText = Range & {
  readonly type: 'text';
  /** Whether it is the content of a raw text element, in which no markup counts. */
  readonly isRaw: boolean;
  /** Whether `&amp;` and the like stand for other characters. */
  readonly hasReferences: boolean;
};

export type HtmlTag = Range & {
  readonly type: 'tag';
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** Whether it ends with `/>`. */
  readonly isSelfClosing: boolean;
};

/** A comment, a declaration or an instruction: none of it is shown. */
export type HtmlComment = Range & { readonly type: 'comment' };

/** A start tag that the end of the text cuts off. It is always the last token. */
export type HtmlUnfinishedTag = Range & { readonly type: 'unfinished' };

export type HtmlToken = HtmlText | HtmlTag | HtmlComment | HtmlUnfinishedTag;

const tagName = /<\/?([a-z][^\t\n\f\r />]*)/iy;
const attribute =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|(["'])|([^\t\n\f\r >]*)))?/y;
const tagEnd = /[\t\n\f\r /]*>/y;
const commentStart = /<(?:[!?]|\/[\s\S])/y;
const comment = /<!---?>|<!--[\s\S]*?--!?>/y;

/** Elements that hold nothing but text, however it looks. */
const rawTextElements: ReadonlySet<string> = new Set(
  'iframe noembed noframes plaintext script style textarea title xmp'.split(' '),
);

/** Whether a tag of HTML begins raw text. */
export function beginsRawText({ name }: HtmlTag): boolean {
  return rawTextElements.has(name);
}

/**
 * Splits HTML into tokens, the way a browser does. The tokens cover the text without gaps, and whatever the text, the
 * time taken is linear in its length. Elements are not matched up: that is for the caller, who may also say which tags
 * begin raw text.
 */
export function* tokenize(
  html: string,
  isRawText: (tag: HtmlTag) => boolean = beginsRawText,
): Generator<HtmlToken, void, undefined> {
  for (let at = 0; at < html.length; ) {
    const token = readToken(html, at);
    yield token;
    at = token.end;
    if (token.type !== 'tag' || token.isEnd || !isRawText(token)) continue;
    const end = rawTextEnd(html, token.name, at);
    const hasReferences = /^t(extarea|itle)$/.test(token.name);
    if (end > at) yield { type: 'text', isRaw: true, hasReferences, start: at, end };
    at = end;
  }
}

/** The attributes of a tag; their values still hold character references. The first of several with a name counts. */
export function attributesOf(html: string, tag: HtmlTag): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = tag.start + 1 + tag.name.length;
  for (let found = matchAt(attribute, html, at); at < tag.end; found = matchAt(attribute, html, at)) {
    if (found === null) break;
    const name = found[1]?.toLowerCase() ?? '';
    if (!attributes.has(name)) attributes.set(name, found[2] ?? found[3] ?? found[5] ?? '');
    at = attribute.lastIndex;
  }
  return attributes;
}

function readToken(html: string, start: number): HtmlToken {
  const name = matchAt(tagName, html, start)?.[1]?.toLowerCase();
  if (name !== undefined) return readTag(html, start, name, tagName.lastIndex);
  if (matchAt(commentStart, html, start) !== null) return readComment(html, start);
  // A `<` that begins nothing is text.
  const end = orEnd(html, html.indexOf('<', start + 1));
  return { type: 'text', isRaw: false, hasReferences: true, start, end };
}

function readTag(html: string, start: number, name: string, from: number): HtmlTag | HtmlUnfinishedTag {
  const unfinished = { type: 'unfinished', start, end: html.length } as const;
  if (html[start + 1] === '/') {
    // Nobody writes attributes there, so the first `>` is the end.
    if (from === html.length) return unfinished;
    const end = orEnd(html, html.indexOf('>', from), 1);
    return { type: 'tag', name, isEnd: true, isSelfClosing: false, start, end };
  }
  let at = from;
  for (let found = matchAt(attribute, html, at); found !== null; found = matchAt(attribute, html, at)) {
    // A quote that is never closed takes the rest of the text with it.
    if (found[4] !== undefined) return unfinished;
    at = attribute.lastIndex;
  }
  const closing = matchAt(tagEnd, html, at)?.[0];
  if (closing === undefined) return unfinished;
  const isSelfClosing = closing.includes('/');
  return { type: 'tag', name, isEnd: false, isSelfClosing, start, end: tagEnd.lastIndex };
}

function readComment(html: string, start: number): HtmlComment {
  let end = orEnd(html, html.indexOf('>', start + 2), 1);
  if (html.startsWith('<!--', start))
    end = matchAt(comment, html, start) === null ? html.length : comment.lastIndex;
  else if (html.startsWith('<![CDATA[', start)) end = orEnd(html, html.indexOf(']]>', start), 3);
  return { type: 'comment', start, end };
}

function rawTextEnd(html: string, name: string, at: number): number {
  if (name === 'plaintext') return html.length;
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  return matchAt(end, html, at)?.index ?? html.length;
}

function orEnd(html: string, index: number, length = 0): number {
  return index < 0 ? html.length : index + length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
