/** A piece of text, its entities read, or an element. */
export type HtmlNode = string | HtmlElement;

/** An element of HTML: its name in small letters, and what is in it. */
export type HtmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
};

/** Elements that have an end of their own, and nothing in them. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** The elements below an element, all the way down, in the order in which they stand. */
export function* descendants(element: HtmlElement): Generator<HtmlElement> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* descendants(child);
  }
}

/** The text in an element as it is written: `<br>` is the end of a line. */
export function textOf(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.name === 'br' ? '\n' : node.children.map(textOf).join('');
}

/** The classes of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return element.attributes.get('class')?.split(/\s+/) ?? [];
}
