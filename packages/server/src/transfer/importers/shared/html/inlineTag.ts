import type { HtmlElement } from './parseHtml.ts';
import { linkAddress, writeAttribute } from './writeHtml.ts';

/** Inline elements, and the elements that they become. */
const names: ReadonlyMap<string, string> = new Map([
  ...'a abbr b cite code del em i ins kbd mark q rp rt ruby s small span strong sub sup time u'
    .split(' ')
    .map((name) => [name, name] as const),
  ['acronym', 'abbr'],
  ['bdi', 'span'],
  ['bdo', 'span'],
  ['dfn', 'em'],
  ['samp', 'code'],
  ['strike', 's'],
  ['tt', 'code'],
  ['var', 'i'],
]);

const keptAttributes = ['id', 'title', 'lang', 'dir', 'datetime'] as const;

/** The tag to write for an inline element; undefined if it carries no meaning. */
export function inlineTag(
  element: HtmlElement,
  baseUrl: string | undefined,
): { readonly name: string; readonly attributes: string } | undefined {
  const name = names.get(element.name);
  if (name === undefined) return undefined;
  const kept = new Map(keptAttributes.map((each) => [each, element.attributes.get(each)]));
  const href = element.attributes.get('href');
  const anchor = name === 'a' ? element.attributes.get('name') : undefined;
  if (anchor !== undefined && kept.get('id') === undefined) kept.set('id', anchor);
  const all = [
    ['href', name === 'a' && href !== undefined ? linkAddress(href, baseUrl) : undefined],
    ...kept,
  ] as const;
  const attributes = all
    .map(([key, value]) => (value === undefined || value === '' ? '' : writeAttribute(key, value)))
    .join('');
  return attributes === '' && (name === 'a' || name === 'span') ? undefined : { name, attributes };
}

/** The attributes of a `span` that says in which language and direction an element is written; '' if it does not say. */
export function spokenAttributes({ name, attributes }: HtmlElement): string {
  const dir = attributes.get('dir')?.trim().toLowerCase() ?? '';
  const lang = name === 'html' || name === 'body' ? '' : (attributes.get('lang') ?? '').trim();
  const direction = /^(rtl|ltr|auto)$/.test(dir) ? writeAttribute('dir', dir) : '';
  return direction + (lang === '' ? '' : writeAttribute('lang', lang));
}
