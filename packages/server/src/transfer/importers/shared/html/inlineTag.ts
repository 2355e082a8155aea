import type { HtmlElement } from './HtmlNode.ts';
import { linkAddress, writeAttribute } from './writeHtml.ts';

/** Elements of inline HTML, and what each is written as. */
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

/** An element of inline HTML as it is written in a text; undefined where it says nothing. */
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
