/**
 * Prepares pasted HTML for the editor: styles, as office programs use them, become elements. The page forbids inline
 * styles and handlers, so they are removed before anything reads them.
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const tags = tagsOf(element.dataset['style'] ?? '');
    const isPlain = /font-weight:\s*(normal|[1-4]00)/i.test(element.dataset['style'] ?? '');
    delete element.dataset['style'];
    for (const tag of tags) wrapContent(element, tag);
    // Google Docs wraps everything in one bold element that is not bold.
    if (isPlain && /^(B|STRONG)$/.test(element.tagName)) element.replaceWith(...element.childNodes);
  }
  return body.innerHTML;
}

/** Renames style attributes, and removes handlers. */
export function withoutStyles(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '').replace(/\sstyle\s*=/gi, ' data-style='),
  );
}

/** The elements that express a style. */
export function tagsOf(style: string): readonly string[] {
  const rules: readonly (readonly [RegExp, string])[] = [
    [/font-weight:\s*(bold|[5-9]00)/i, 'strong'],
    [/font-style:\s*italic/i, 'em'],
    [/text-decoration[\w-]*:[^;]*underline/i, 'u'],
    [/text-decoration[\w-]*:[^;]*line-through/i, 's'],
    [/vertical-align:\s*sub\b/i, 'sub'],
    [/vertical-align:\s*super/i, 'sup'],
  ];
  return rules.flatMap(([pattern, tag]) => (pattern.test(style) ? [tag] : []));
}

function wrapContent(element: HTMLElement, tag: string): void {
  // Headings are bold anyway, and containers cannot be wrapped.
  if (/^(H\d|TABLE|UL|OL|BODY)$/.test(element.tagName)) return;
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
