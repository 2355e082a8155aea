import { inlineElements, parseHtml } from '@newsstand/html/sanitize';
import type { Element, ElementContent, Properties } from 'hast';

/** An element of the tree that becomes HTML. */
export function element(
  tagName: string,
  properties: Properties,
  children: readonly ElementContent[] = [],
): Element {
  return { type: 'element', tagName, properties, children: [...children] };
}

/** An element, unless it would be empty. */
export function filled(tagName: string, children: readonly ElementContent[]): readonly Element[] {
  return children.length === 0 ? [] : [element(tagName, {}, children)];
}

/** Plain text. */
export function text(value: string): ElementContent {
  return { type: 'text', value };
}

/** Inline HTML, not yet sanitised. */
export function inline(html: string | undefined): readonly ElementContent[] {
  return html === undefined ? [] : parseHtml(html, inlineElements);
}

/** Inline HTML in which an empty line separates paragraphs. */
export function paragraphs(html: string): readonly Element[] {
  return html.split(/<br\s*\/?>\s*<br\s*\/?>/i).flatMap((part) => filled('p', inline(part)));
}
