import { attributesOf, decodeReference, tokenize } from '@newsstand/html';

/** An element of pasted HTML; its children are elements and decoded text. */
export type HtmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (HtmlElement | string)[];
};

const voidElements = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** Elements that end an open paragraph. */
const blocks =
  /^(address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/;
/** Which open elements a start tag ends, and where the search for them stops. */
const ends: Readonly<Record<string, readonly [closed: RegExp, within: RegExp]>> = {
  li: [/^li$/, /^(ul|ol)$/],
  td: [/^(td|th)$/, /^(tr|table)$/],
  th: [/^(td|th)$/, /^(tr|table)$/],
  tr: [/^tr$/, /^(table|tbody|thead|tfoot)$/],
};

/** Reads HTML as a browser would, as far as pasted text needs it; nothing in it is run or loaded. */
export function htmlTree(html: string): HtmlElement {
  const root: HtmlElement = { name: 'body', attributes: new Map(), children: [] };
  const open: HtmlElement[] = [root];
  const top = () => open.at(-1) ?? root;
  const closeTo = (index: number) => void (index > 0 && open.splice(index));
  for (const token of tokenize(html)) {
    if (token.type === 'text') top().children.push(decoded(html.slice(token.start, token.end)));
    if (token.type !== 'tag') continue;
    const { name, isEnd, isSelfClosing } = token;
    if (isEnd) {
      closeTo(open.findLastIndex((each) => each.name === name));
      continue;
    }
    if (blocks.test(name) && top().name === 'p') open.pop();
    const [closed, within] = ends[name] ?? [];
    if (closed !== undefined && within !== undefined) {
      const index = open.findLastIndex((each) => closed.test(each.name));
      if (index > open.findLastIndex((each) => within.test(each.name))) closeTo(index);
    }
    const attributes = new Map([...attributesOf(html, token)].map(([key, value]) => [key, decoded(value)]));
    const element: HtmlElement = { name, attributes, children: [] };
    top().children.push(element);
    // Pasted HTML may be nested without end.
    const isOpen = !voidElements.test(name) && !(isSelfClosing && name.includes(':')) && open.length < 200;
    if (isOpen) open.push(element);
  }
  return root;
}

function decoded(text: string): string {
  return text.replace(/&#?\w{1,31};/g, (reference) => decodeReference(reference) ?? reference);
}

/** All text of an element. */
export function textIn(element: HtmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : child.name === 'br' ? '\n' : textIn(child)))
    .join('');
}

/** The first element with one of these names inside another, in order. */
export function findElement(element: HtmlElement, names: RegExp): HtmlElement | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = names.test(child.name) ? child : findElement(child, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All elements with one of these names inside another, without those inside such elements. */
export function findElements(element: HtmlElement, names: RegExp): readonly HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return names.test(child.name) ? [child] : findElements(child, names);
  });
}
