import { plainText } from '../shared/html/plainText.ts';
import { percentDecoded, slugOf } from '../shared/text/urls.ts';
import { meaningOf } from '../shared/visibility/hidingNames.ts';
import { childrenOf, childText, type XmlElement, xmlText } from '../shared/xml/readXml.ts';
import { phpValue } from './phpValue.ts';

/** A category, a tag, or a term of another taxonomy of an item. */
export type Term = { readonly taxonomy: string; readonly slug: string; readonly name: string };

/** A date as written: in the time of the site, and in UTC. Either may be ''. */
export type WrittenDate = { readonly local: string; readonly utc: string };

/** An item of a WordPress site: a post, a page, an attachment and so on. */
export type Item = {
  readonly line: number;
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  /** Whether the content is what visitors see, not what the author wrote. */
  readonly isRendered: boolean;
  readonly excerpt: string;
  readonly terms: readonly Term[];
  readonly meta: ReadonlyMap<string, string>;
  /** The fields that authors see; those of plugins begin with `_`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly comments: number;
  readonly hasPassword: boolean;
  readonly isSticky: boolean;
  readonly published: WrittenDate;
  readonly modified: WrittenDate;
  /** The key of the author in the site. */
  readonly author: string;
  readonly link: string;
  /** The slugs that it had earlier. */
  readonly oldSlugs: readonly string[];
};

/** Reads an item of an export. */
export function readItem(element: XmlElement): Item {
  const field = (name: string) => childText(element, name).trim();
  const meta = childrenOf(element, 'wp:postmeta').map(
    (each) => [childText(each, 'wp:meta_key').trim(), childText(each, 'wp:meta_value').trim()] as const,
  );
  return {
    line: element.line,
    id: field('wp:post_id'),
    type: field('wp:post_type'),
    status: field('wp:status'),
    title: plainText(field('title')),
    slug: readSlug(field('wp:post_name')),
    content: childText(element, 'content:encoded').replaceAll('\r\n', '\n'),
    isRendered: false,
    excerpt: field('excerpt:encoded'),
    terms: readTerms(element),
    meta: new Map(meta),
    fields: ownFields(meta),
    comments: childrenOf(element, 'wp:comment').length,
    hasPassword: field('wp:post_password') !== '',
    isSticky: field('wp:is_sticky') === '1',
    published: { local: field('wp:post_date'), utc: field('wp:post_date_gmt') },
    modified: { local: field('wp:post_modified'), utc: field('wp:post_modified_gmt') },
    author: field('dc:creator'),
    link: field('link'),
    oldSlugs: childrenOf(element, 'wp:postmeta')
      .filter((each) => childText(each, 'wp:meta_key').trim() === '_wp_old_slug')
      .map((each) => childText(each, 'wp:meta_value').trim())
      .filter((slug) => slug !== ''),
  };
}

/**
 * Fields that authors see, and those of plugins that clearly tell who may read. Of a name that occurs several times, all
 * values count.
 */
export function ownFields(meta: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown[]>();
  for (const [key, value] of meta)
    if (!key.startsWith('_') || isClear(key, value))
      values.set(key, [...(values.get(key) ?? []), typeof value === 'string' ? phpValue(value) : value]);
  return Object.fromEntries([...values].map(([key, all]) => [key, all.length === 1 ? all[0] : all]));
}

/** Beside each field of Advanced Custom Fields, one with `_` says which it is: `field_5f3a…`. */
function isClear(key: string, value: unknown): boolean {
  const meaning = meaningOf(key);
  const isDate = meaning?.as === 'starts' || meaning?.as === 'ends';
  return meaning?.isVague === false && !isDate && !/^field_\w+$/.test(String(value));
}

/** The first versions of the format list each term twice, the first time without its slug. */
function readTerms(element: XmlElement): readonly Term[] {
  const terms = childrenOf(element, 'category').map(readTerm);
  const named = new Set(
    terms.flatMap(({ taxonomy, slug, name }) => (slug === '' ? [] : `${taxonomy}/${name}`)),
  );
  return terms
    .filter(({ taxonomy, slug, name }) => slug !== '' || !named.has(`${taxonomy}/${name}`))
    .map((term) => (term.slug === '' ? { ...term, slug: slugOf(term.name) || term.name } : term));
}

/** Categories of old versions have no taxonomy. */
function readTerm(element: XmlElement): Term {
  const taxonomy = element.attributes.get('domain') ?? 'category';
  return {
    taxonomy: taxonomy === 'tag' ? 'post_tag' : taxonomy,
    slug: readSlug(element.attributes.get('nicename') ?? ''),
    name: plainText(xmlText(element)),
  };
}

/** WordPress percent-encodes slugs in other scripts. */
export function readSlug(text: string): string {
  return percentDecoded(text.trim());
}
