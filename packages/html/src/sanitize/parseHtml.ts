import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type HeadingIds, headingsIn } from '../headings.ts';
import { attributesOf } from '../tokenize.ts';
import { visibleTokens } from '../visibleText.ts';
import { isHeading, tidyHtml } from './tidyHtml.ts';
import { addresses, webAddress } from './webAddress.ts';

/** How headings in HTML are written. */
export type Headings = {
  readonly ids: HeadingIds;
  /** By how many levels they are moved down. */
  readonly shift: number;
};

/** Attributes that are passed on; `schema` later decides which of them an element may have. */
const kept: ReadonlySet<string> = new Set(
  (
    'alt cite class colspan controls data-note datetime decoding dir height href lang loading open playsinline poster preload rel ' +
    'reversed rowspan scope span src start target title type value width'
  ).split(' '),
);

/**
 * HTML as a tree, not yet sanitised. The parser only ever sees known elements, well nested and not too deep, so it runs
 * in linear time, and headings are where the outline finds them.
 */
export function parseHtml(
  html: string,
  known: ReadonlySet<string>,
  headings?: Headings,
): readonly ElementContent[] {
  // Most text is plain, and needs no parser.
  if (!/[<&]/.test(html)) return html === '' ? [] : [{ type: 'text', value: html }];
  const tokens = visibleTokens(html);
  const found = headings === undefined ? [] : headingsIn(html, tokens, headings.ids);
  const ids = new Map(found.map(({ tag, id }) => [tag, id]));
  const shown = (name: string) =>
    isHeading(name) ? `h${lowered(Number(name[1]), headings?.shift ?? 0)}` : name;
  const tidy = tidyHtml(html, tokens, known, {
    start: (tag) => writeTag(shown(tag.name), attributesOf(html, tag), ids.get(tag)),
    end: (name) => `</${shown(name)}>`,
  });
  const { children } = fromHtml(tidy, { fragment: true });
  return children.filter((child) => child.type !== 'doctype');
}

/** The level of a heading that is moved down. */
export function lowered(level: number, shift: number): number {
  return Math.min(6, Math.max(1, level + shift));
}

function writeTag(name: string, attributes: ReadonlyMap<string, string>, id: string | undefined): string {
  const written = [...attributes]
    .filter(([key]) => kept.has(key))
    .map(([key, value]) => ` ${key}="${quoted(addresses.has(key) ? webAddress(value) : value)}"`);
  if (id !== undefined) written.push(` id="${quoted(id.replaceAll('&', '&amp;'))}"`);
  return `<${name}${written.join('')}>${name === 'iframe' ? '</iframe>' : ''}`;
}

function quoted(value: string): string {
  return value.replaceAll('"', '&quot;');
}
