import type { Element, ElementContent, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { parseHtml } from './parseHtml.ts';
import { schema } from './schema.ts';
import { blockElements } from './tidyHtml.ts';
import { addresses } from './webAddress.ts';

/** HTML from anywhere, made safe for a page: it runs nothing, and looks and links like the rest of the text. */
export function sanitizeHtml(html: string): string {
  return writeSafely(parseHtml(html, blockElements), []);
}

/** Writes a tree as HTML. The only way out of the sanitiser: whatever the tree holds, only what `schema` allows is written. */
export function writeSafely(children: readonly ElementContent[], embeds: readonly string[]): string {
  const tree = sanitize({ type: 'root', children: [...children] }, schema);
  if (tree.type === 'root') finish(tree, embeds);
  return toHtml(tree, { characterReferences: { useNamedReferences: true } });
}

/** Corrects in a sanitised tree what a schema cannot express. */
function finish(tree: Root | Element, embeds: readonly string[], isLinked = false): void {
  for (const child of tree.children) {
    if (child.type === 'text') child.value = plain(child.value);
    if (child.type !== 'element') continue;
    finishAttributes(child);
    if (child.tagName === 'iframe' && !isAllowed(child, embeds)) replaceByLink(child, isLinked);
    finish(child, embeds, isLinked || child.tagName === 'a');
  }
  if ('tagName' in tree && tree.tagName === 'pre') dropFirstLines(tree.children);
}

/** Text as a parser would normalise it, so that the HTML means the same wherever it is parsed again. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
}

function finishAttributes({ tagName, properties }: Element): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string')
      properties[name] = addresses.has(name) ? plain(value).trim() : plain(value);
    if (Array.isArray(value) && value.length === 0) delete properties[name];
  }
  if (tagName !== 'a' || properties['target'] === undefined) return;
  const rel = Array.isArray(properties['rel']) ? properties['rel'] : [];
  properties['rel'] = [...new Set([...rel, 'noopener', 'noreferrer'])];
}

/** Whether a page of another site may be embedded. */
function isAllowed({ properties: { src } }: Element, embeds: readonly string[]): boolean {
  const url = typeof src === 'string' && URL.canParse(src) ? new URL(src) : undefined;
  return url?.protocol === 'https:' && embeds.includes(url.host);
}

/** Turns a frame into a link to what it would show. */
function replaceByLink(frame: Element, isLinked: boolean): void {
  const { src, title } = frame.properties;
  const isLink = typeof src === 'string' && !isLinked;
  const text = title || src;
  frame.tagName = isLink ? 'a' : 'span';
  frame.properties = isLink ? { href: src } : {};
  frame.children = typeof text === 'string' ? [{ type: 'text', value: text }] : [];
}

/** Parsers drop a line break at the start of `pre`, so every round trip would lose one more. */
function dropFirstLines(children: readonly ElementContent[]): void {
  const [first] = children;
  if (first?.type === 'text') first.value = first.value.replace(/^\n+/, '');
}
