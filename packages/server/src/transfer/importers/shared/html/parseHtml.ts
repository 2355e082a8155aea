import { attributesOf, beginsRawText, tokenize } from '@newsstand/html';
import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** Text with its character references decoded, or an element. */
export type HtmlNode = string | HtmlElement;

/** An element of HTML; its name is in lower case. */
export type HtmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
};

/** Void elements: they have no content and no end tag. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** All elements within an element, at any depth, in document order. */
export function* descendants(element: HtmlElement): Generator<HtmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* descendants(child);
  }
}

/** The text of an element; `<br>` becomes a line break. */
export function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.name === 'br' ? '\n' : node.children.map(textOf).join('');
}

/** The classes of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return element.attributes.get('class')?.split(/\s+/) ?? [];
}

type Open = {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: HtmlNode[];
};

/** Elements nested deeper than this are dropped, but not their content, so that trees can be walked recursively. */
const maxDepth = 64;

const endsParagraph = new Set(
  (
    'address article aside blockquote center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hr main nav ol p pre section table ul'
  ).split(' '),
);

const endsDrawing = new Set(
  (
    'blockquote br center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr img li ol p pre ruby s small span strong sub sup ' +
    'table u ul'
  ).split(' '),
);

/** A start tag closes open elements of the same group, up to the nearest of those that contain them. */
const siblings: readonly {
  readonly of: readonly string[];
  readonly ends: readonly string[];
  readonly below: readonly string[];
}[] = [
  { of: ['li'], ends: ['li'], below: ['ul', 'ol', 'menu'] },
  { of: ['dt', 'dd'], ends: ['dt', 'dd'], below: ['dl'] },
  { of: ['td', 'th'], ends: ['td', 'th'], below: ['tr', 'table'] },
  { of: ['tr'], ends: ['tr'], below: ['table'] },
  { of: ['thead', 'tbody', 'tfoot'], ends: ['thead', 'tbody', 'tfoot'], below: ['table'] },
  { of: ['option'], ends: ['option'], below: ['select'] },
];

/** Elements that contain only text, whatever it looks like. */
const textElements = new Set('iframe noembed noframes plaintext script style textarea title xmp'.split(' '));

/** An end tag in a table cell closes nothing outside of it. */
const tableParts = new Set('table caption colgroup thead tbody tfoot tr td th'.split(' '));

/**
 * Parses any HTML, valid or not, to a tree without comments, in linear time. This parser is for exports of other systems:
 * it keeps every element, unlike that of the sanitiser.
 */
export function parseHtml(html: string): HtmlElement {
  const tree = createTree();
  const isForeign = () => tree.isWithin('svg') || tree.isWithin('math');
  // XHTML may close any element within its start tag.
  const tokens = tokenize(html, (tag) => beginsRawText(tag) && !tag.isSelfClosing && !isForeign());
  for (const token of tokens) {
    if (token.type === 'text') {
      const text = html.slice(token.start, token.end);
      tree.addText(token.hasReferences ? decodeHTML(text) : text);
    } else if (token.type === 'tag' && token.isEnd) tree.close(token.name);
    else if (token.type === 'tag') {
      const attributes = attributesOf(html, token);
      for (const [name, value] of attributes) attributes.set(name, decodeHTMLAttribute(value));
      tree.open(token.name, attributes, token.isSelfClosing || voidElements.has(token.name));
    }
  }
  return tree.root;
}

function createTree() {
  const root: Open = { name: '', attributes: new Map(), children: [] };
  /** The open elements; the first is the root. */
  const path: Open[] = [root];
  let current = root;
  let tooDeep = 0;

  function cut(length: number): void {
    path.length = length;
    current = path.at(-1) ?? root;
  }

  /** Text after a drawing that is never closed is not part of it. */
  function endDrawing(name: string): void {
    const drawing = path.findIndex((each) => each.name === 'svg');
    const isForeign = path.some((each) => each.name === 'foreignobject');
    if (drawing > 0 && !isForeign && endsDrawing.has(name)) cut(drawing);
  }

  function endBefore(name: string): void {
    endDrawing(name);
    if (current.name === 'p' && endsParagraph.has(name)) cut(path.length - 1);
    const rule = siblings.find((each) => each.of.includes(name));
    if (rule === undefined) return;
    const { ends, below } = rule;
    const top = path.findLastIndex((each) => below.includes(each.name));
    const old = path.findLastIndex((each, index) => index > top && ends.includes(each.name));
    if (old > 0) cut(old);
  }

  return {
    root,
    isWithin: (name: string) => path.some((each) => each.name === name),
    addText(text: string): void {
      const { children } = current;
      const last = children.at(-1);
      if (typeof last === 'string') children[children.length - 1] = last + text;
      else children.push(text);
    },
    open(name: string, attributes: Map<string, string>, isEmpty: boolean): void {
      if (tooDeep === 0) endBefore(name);
      const element: Open = { name, attributes, children: [] };
      if (isEmpty) current.children.push(element);
      else if (path.length > maxDepth && !textElements.has(name)) tooDeep += 1;
      else {
        current.children.push(element);
        path.push(element);
        current = element;
      }
    },
    close(name: string): void {
      if (voidElements.has(name)) {
        if (name === 'br') this.open('br', new Map(), true);
      } else if (textElements.has(current.name)) cut(path.length - 1);
      else if (tooDeep > 0) tooDeep -= 1;
      else {
        const wall = path.findLastIndex((each) => !tableParts.has(name) && tableParts.has(each.name));
        const index = path.findLastIndex((each) => each.name === name);
        if (index > 0 && index > wall) cut(index);
      }
    },
  };
}

/** An image of a `srcset`, with its descriptor: `2x`, `800w`. */
type SetSource = { readonly url: string; readonly size: string };

/** The pictures of a `srcset`. A URL may contain commas, but no spaces. */
export function readSourceSet(text: string): readonly SetSource[] {
  const found: SetSource[] = [];
  let url = '';
  for (const token of text.trim().split(/\s+/)) {
    if (url === '' && !token.endsWith(',')) url = token;
    else if (url === '') found.push({ url: token.slice(0, -1), size: '' });
    else {
      const [size = '', ...next] = token.split(',');
      found.push({ url, size });
      url = next.join(',');
    }
  }
  if (url !== '') found.push({ url, size: '' });
  return found.filter((each) => each.url !== '');
}
