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
