import { escapeAttribute, escapeText } from '@newsstand/html';
import { isUnsafeLink } from '../../../ndjson/contentRules.ts';
import { webAddress } from '../text/urls.ts';
import { type HtmlElement, type HtmlNode, readSourceSet, voidElements } from './parseHtml.ts';

/** Elements that are invisible or active. */
export const unseen = new Set('script style template head title link meta base noscript'.split(' '));

/** The picture behind an element, as in a cover of WordPress. */
export function backgroundOf({ attributes }: HtmlElement): HtmlElement | undefined {
  const style = attributes.get('style') ?? '';
  const [, url] =
    /\bbackground(?:-image)?\s*:[^;]{0,200}?url\(\s*["']?([^"')]{1,2000}?)["']?\s*\)/i.exec(style) ?? [];
  return url === undefined ? undefined : { name: 'img', attributes: new Map([['src', url]]), children: [] };
}

const addresses = new Set(['href', 'src', 'poster', 'cite', 'data', 'action']);

/** An attribute with a leading space. */
export function writeAttribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

/** Writes a tree as HTML with absolute URLs, without scripts and the like. Rendering sanitises it once more. */
export function writeHtml(node: HtmlNode, baseUrl: string | undefined): string {
  if (typeof node === 'string') return escapeText(node);
  if (unseen.has(node.name)) return '';
  // A page shows no styles of a body, so the picture would be lost. Tables only decorate with them.
  const background = /^t(able|body|head|foot|r|d|h)$/.test(node.name) ? undefined : backgroundOf(node);
  const children = background === undefined ? node.children : [background, ...node.children];
  const inner = children.map((child) => writeHtml(child, baseUrl)).join('');
  if (!/^[a-z][\w-]*$/.test(node.name)) return inner;
  const start = `<${node.name}${writeAttributes(node, baseUrl)}>`;
  return voidElements.has(node.name) ? start : `${start}${inner}</${node.name}>`;
}

/** Writes a tree as HTML, with everything that is in it. */
export function sourceHtml(node: HtmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  const attributes = [...node.attributes].map(([name, value]) => writeAttribute(name, value)).join('');
  const start = `<${node.name}${attributes}>`;
  if (voidElements.has(node.name)) return start;
  // The content of a script is not escaped.
  const isCode = node.name === 'script' || node.name === 'style';
  const inner = node.children.map((child) =>
    typeof child === 'string' && isCode ? child : sourceHtml(child),
  );
  return `${start}${inner.join('')}</${node.name}>`;
}

function writeAttributes(element: HtmlElement, baseUrl: string | undefined): string {
  return [...element.attributes]
    .map(([name, value]) => {
      if (!/^[a-z][\w-]*$/.test(name) || name.startsWith('on')) return '';
      if (name === 'srcset') return writeAttribute(name, absoluteSet(value, baseUrl));
      const isPicture = name === 'src' && element.name === 'img';
      if (!addresses.has(name)) return writeAttribute(name, value);
      const address = linkAddress(value, baseUrl, isPicture);
      return address === undefined ? '' : writeAttribute(name, address);
    })
    .join('');
}

/** The URL of a link, absolute if there is a base; undefined for what no link may have, as `javascript:`. */
export function linkAddress(
  text: string,
  baseUrl: string | undefined,
  isPicture = false,
): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return trimmed;
  if (!URL.canParse(trimmed, baseUrl)) return isUnsafeLink(trimmed) ? undefined : trimmed;
  const { protocol, href } = new URL(trimmed, baseUrl);
  if (isPicture && protocol === 'data:') return trimmed;
  if (isUnsafeLink(protocol)) return undefined;
  return webAddress(trimmed, baseUrl) ?? href;
}

function absoluteSet(text: string, baseUrl: string | undefined): string {
  return readSourceSet(text)
    .map(({ url, size }) => `${linkAddress(url, baseUrl, true) ?? ''} ${size}`.trim())
    .join(', ');
}
