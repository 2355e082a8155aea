/** An element of XML. */
export type XmlElement = {
  /** Its name, with the usual prefix of its namespace whatever the file calls it: `wp:status`, `content:encoded`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** Where it begins. */
  readonly line: number;
};

/** The elements in an element that have a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string').filter((child) => child.name === name);
}

/** The text in the first element of a name; '' where there is none. */
export function childText(element: XmlElement, name: string): string {
  const [child] = childrenOf(element, name);
  return child === undefined ? '' : xmlText(child);
}

/** All text in an element. */
export function xmlText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('');
}
