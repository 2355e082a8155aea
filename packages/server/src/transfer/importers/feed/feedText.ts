import { escapeText } from '@newsstand/html';
import type { HtmlNode } from '../shared/html/HtmlNode.ts';
import { plainText } from '../shared/html/plainText.ts';
import { writeHtml } from '../shared/html/writeHtml.ts';
import { type XmlElement, xmlText } from '../shared/xml/XmlElement.ts';

/** A text of a feed as HTML, and whether the ends of its lines are seen. */
export type FeedText = { readonly html: string; readonly keepsLines: boolean };

/** A text of Atom, by its type: `text`, `html`, `xhtml`, or another one that is text too. */
export function atomText(element: XmlElement): FeedText {
  const type = element.attributes.get('type')?.trim().toLowerCase() ?? 'text';
  if (type === 'html' || type === 'text/html') return htmlText(xmlText(element));
  if (type === 'xhtml' || type.endsWith('xhtml+xml'))
    return {
      html: element.children.map((child) => writeHtml(toHtml(child), undefined)).join(''),
      keepsLines: false,
    };
  if (type === 'text' || type.startsWith('text/'))
    return { html: escapeText(xmlText(element)), keepsLines: true };
  // Without a type that is known, it may be a file: that is no text.
  return { html: '', keepsLines: false };
}

/** A text of RSS, which is HTML, or plain text in which the ends of lines are seen. */
export function htmlText(html: string): FeedText {
  return { html, keepsLines: !/<[a-z]/i.test(html) };
}

/** A title, whatever it is written in, as plain text in one line. */
export function plainTitle(element: XmlElement): string {
  return plainText(element.name.startsWith('atom:') ? atomText(element).html : xmlText(element));
}

function toHtml(node: XmlElement | string): HtmlNode {
  if (typeof node === 'string') return node;
  const { attributes, children } = node;
  return { name: node.name.replace(/^.*:/, '').toLowerCase(), attributes, children: children.map(toHtml) };
}
