type Child = Node | string | undefined;

/** Creates an element. Whatever the properties and texts hold, they are never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children.filter((child) => child !== undefined));
  return created;
}
