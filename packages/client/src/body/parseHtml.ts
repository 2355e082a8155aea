import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { HeadingIds } from '../headingId.ts';
import { headingsIn } from '../outline.ts';
import { type HtmlTag, type HtmlToken, scanHtml } from '../scanHtml.ts';
import { isHeading, tidyHtml } from './tidyHtml.ts';
import { addresses, webAddress } from './webAddress.ts';

/** How headings within HTML are written. */
export type Headings = {
  readonly ids: HeadingIds;
  /** How many levels lower they are than they say. */
  readonly shift: number;
};

/** Attributes that are taken from HTML as it came; those that `schema` does not know on an element go later. */
const kept: ReadonlySet<string> = new Set(
  (
    'alt cite class colspan controls datetime decoding dir height href lang loading open playsinline poster preload rel ' +
    'reversed rowspan scope span src start target title type value width'
  ).split(' '),
);

/**
 * HTML as a tree. The parser never sees more than known elements, well nested and not too deep: what it does is then
 * linear, and headings are where `outline` finds them. Still to be sanitised.
 */
export function parseHtml(
  html: string,
  known: ReadonlySet<string>,
  headings?: Headings,
): readonly ElementContent[] {
  // Most texts are plain, and then there is nothing to parse.
  if (!/[<&]/.test(html)) return html === '' ? [] : [{ type: 'text', value: html }];
  const tokens = scanHtml(html);
  const found = headings === undefined ? [] : headingsIn(tokens, headings.ids);
  const ids = new Map(found.map(({ tag, id }) => [tag, id]));
  const write = (token: HtmlToken) =>
    typeof token === 'string' ? token : writeTag(shifted(token, headings?.shift ?? 0), ids.get(token));
  const { children } = fromHtml(tidyHtml(tokens, known).map(write).join(''), { fragment: true });
  return children.filter((child) => child.type !== 'doctype');
}

function shifted(tag: HtmlTag, shift: number): HtmlTag {
  return isHeading(tag.name) ? { ...tag, name: `h${lowered(Number(tag.name[1]), shift)}` } : tag;
}

/** The level of a heading that is moved down. */
export function lowered(level: number, shift: number): number {
  return Math.min(6, Math.max(1, level + shift));
}

function writeTag({ name, isEnd, attributes }: HtmlTag, id: string | undefined): string {
  if (isEnd) return `</${name}>`;
  const written = [...attributes]
    .filter(([key]) => kept.has(key))
    .map(([key, value]) => ` ${key}="${quoted(addresses.has(key) ? webAddress(value) : value)}"`);
  if (id !== undefined) written.push(` id="${quoted(id.replaceAll('&', '&amp;'))}"`);
  return `<${name}${written.join('')}>${name === 'iframe' ? '</iframe>' : ''}`;
}

function quoted(value: string): string {
  return value.replaceAll('"', '&quot;');
}
