import type { FieldRole, ImportContext } from '../Importer.ts';
import type { ContentField, ContentType } from './contentfulSchemas.ts';

/** What the operator decides: which types are news, and which fields they have. */
export type Chosen = Pick<ImportContext, 'types' | 'fields'>;

/** Which fields of an entry make it news. */
export type NewsFields = {
  readonly title: string;
  /** A rich or long text, or links to entries that make up the text. */
  readonly body: string;
  readonly slug: string | undefined;
  readonly date: string | undefined;
  readonly picture: string | undefined;
  readonly canonicalUrl: string | undefined;
  readonly isPreventCrawling: string | undefined;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly authors: string | undefined;
  readonly excerpt: string | undefined;
};

/** What the entries of a content type become. */
export type ContentTypeRole =
  | { readonly as: 'news' | 'page'; readonly fields: NewsFields }
  | { readonly as: 'category' | 'tag'; readonly name: string; readonly slug: string | undefined }
  | { readonly as: 'nothing'; readonly why: string };

/** Names of fields and types, in lower case without punctuation; the likeliest first. */
const names = {
  title: ['title', 'headline', 'heading', 'name'],
  body: 'body content text article articlebody bodytext bodycontent maincontent story copy richtext markdown'.split(
    ' ',
  ),
  slug: ['slug', 'urlslug', 'alias', 'handle', 'permalink'],
  date: 'publishdate publisheddate publicationdate publishedat publishedon date releasedate postdate'.split(
    ' ',
  ),
  picture:
    'thumbnail heroimage featuredimage featureimage coverimage mainimage image hero cover picture photo'.split(
      ' ',
    ),
  canonicalUrl: ['canonicalurl', 'canonical'],
  isPreventCrawling: ['noindex', 'preventcrawling', 'hidefromsearchengines'],
  category: 'category categories maincategory primarycategory section sections'.split(' '),
  parts: 'pagecontent sections components modules blocks contentblocks contentmodules'.split(' '),
  authors: ['author', 'authors', 'writer', 'byline', 'writtenby'],
  excerpt: ['excerpt', 'description', 'summary', 'teaser', 'lead', 'intro', 'shortdescription'],
  tag: 'tag tags topic topics keyword keywords label labels'.split(' '),
} as const;

const texts = ['Symbol', 'Text'];

/**
 * What the entries of each content type become, by their fields:
 * - news: a title (a field of that name, or else the display field), and a body: a rich or long text with such a name, or
 *   else, if there is also a slug or a date, any rich text, links to the parts of a text, or any long text. News whose type
 *   is named like a page are pages. If types are chosen, these are news, and no others;
 * - a category or a tag: a name but no body; and news link to it by a field that is named like a category or a tag, or
 *   the type itself is;
 * - nothing: all others.
 */
export function contentTypeRoles(
  types: readonly ContentType[],
  chosen: Chosen = {},
): ReadonlyMap<string, ContentTypeRole> {
  const news = new Map(types.flatMap((type) => newsRole(type, chosen)));
  const linked = linkedAs(types.filter(({ sys }) => news.has(sys.id)));
  const roleOf = (type: ContentType) => news.get(type.sys.id) ?? labelRole(type, linked.get(type.sys.id));
  return new Map(types.map((type) => [type.sys.id, roleOf(type)]));
}

function newsRole(type: ContentType, chosen: Chosen): readonly [string, ContentTypeRole][] {
  const isChosen = chosen.types?.includes(type.sys.id) ?? false;
  if ((chosen.types ?? []).length > 0 && !isChosen) return [];
  const fields = type.fields.filter(({ omitted }) => omitted !== true);
  const given = (role: FieldRole) => fields.find(({ id }) => id === chosen.fields?.get(role))?.id;
  const likely = (role: FieldRole, list: readonly string[], isRight: (field: ContentField) => boolean) =>
    given(role) ?? named(fields, list, isRight)?.id;
  const title = given('title') ?? titleOf(type);
  const slug = likely('slug', names.slug, isText);
  const date = likely('date', names.date, ({ type }) => type === 'Date');
  const excerpt = likely('excerpt', names.excerpt, isText);
  const body = given('body') ?? bodyOf(fields, isChosen || slug !== undefined || date !== undefined, excerpt);
  if (title === undefined || body === undefined || body === title) return [];
  const labels = (role: 'category' | 'tags', list: readonly string[]) => {
    const own = given(role);
    if (own !== undefined) return [own];
    return fields.filter((field) => isLabelField(field, list)).map(({ id }) => id);
  };
  const role: ContentTypeRole = {
    as: !isChosen && isPage(type) ? 'page' : 'news',
    fields: {
      ...{ title, body, slug, date },
      excerpt: excerpt === body ? undefined : excerpt,
      authors: likely('authors', names.authors, ({ type }) => type !== 'RichText'),
      picture:
        likely('picture', names.picture, isAsset) ??
        fields.find(isAsset)?.id ??
        named(fields, [...names.picture, ...names.picture.map((name) => `${name}url`)], isText)?.id,
      canonicalUrl: named(fields, names.canonicalUrl, isText)?.id,
      isPreventCrawling: named(fields, names.isPreventCrawling, ({ type }) => type === 'Boolean')?.id,
      categories: labels('category', names.category),
      tags: labels('tags', names.tag),
    },
  };
  return [[type.sys.id, role]];
}

/** The field with the text. `isArticle`: something else says that these are articles, so its name matters less. */
function bodyOf(
  fields: readonly ContentField[],
  isArticle: boolean,
  excerpt: string | undefined,
): string | undefined {
  const isLong = ({ type }: ContentField) => type === 'RichText' || type === 'Text';
  const known = named(fields, names.body, isLong);
  if (known !== undefined || !isArticle) return known?.id;
  const parts = named(fields, [...names.body, ...names.parts], holdsEntries);
  const rich = fields.find(({ type }) => type === 'RichText');
  return (rich ?? parts ?? fields.find((field) => field.type === 'Text' && field.id !== excerpt))?.id;
}

function isPage({ sys, name }: ContentType): boolean {
  return /page/i.test(`${sys.id} ${name}`) && !/post|blog|article|news|story/i.test(`${sys.id} ${name}`);
}

/** The role in which news link to a type, by the names of the linking fields. */
function linkedAs(news: readonly ContentType[]): ReadonlyMap<string, 'category' | 'tag'> {
  const linked = new Map<string, 'category' | 'tag'>();
  for (const label of ['tag', 'category'] as const) {
    const fields = news.flatMap((type) => type.fields).filter((field) => isLabelField(field, names[label]));
    for (const id of fields.flatMap(linkedTypes)) linked.set(id, label);
  }
  return linked;
}

function linkedTypes({ validations = [], items }: ContentField): readonly string[] {
  return [...validations, ...(items?.validations ?? [])].flatMap(
    ({ linkContentType }) => linkContentType ?? [],
  );
}

function labelRole(type: ContentType, linked: 'category' | 'tag' | undefined): ContentTypeRole {
  const isCalled = (list: readonly string[]) =>
    [type.sys.id, type.name].some((text) => list.includes(plain(text)));
  const called = isCalled(names.category) ? 'category' : isCalled(names.tag) ? 'tag' : undefined;
  const as = linked ?? called;
  const name = named(type.fields, ['name', 'title', 'label'], isText)?.id ?? titleOf(type);
  if (as === undefined)
    return { as: 'nothing', why: 'has no title with a body, and is no category or tag of news' };
  if (name === undefined) return { as: 'nothing', why: 'is linked as a category or tag, but has no name' };
  return { as, name, slug: named(type.fields, names.slug, isText)?.id };
}

function titleOf({ fields, displayField }: ContentType): string | undefined {
  const shown = fields.find(({ id }) => id === displayField);
  return (named(fields, names.title, isText) ?? (shown && isText(shown) ? shown : undefined))?.id;
}

/** The field whose name ranks highest among some names. */
function named(
  fields: readonly ContentField[],
  likely: readonly string[],
  isRight: (field: ContentField) => boolean,
): ContentField | undefined {
  const right = fields.filter(isRight);
  return likely
    .map((name) => right.find(({ id }) => plain(id) === name))
    .find((field) => field !== undefined);
}

function isText({ type }: ContentField): boolean {
  return texts.includes(type);
}

function isAsset({ type, linkType, items }: ContentField): boolean {
  return (type === 'Link' && linkType === 'Asset') || (type === 'Array' && items?.linkType === 'Asset');
}

function holdsEntries({ type, linkType, items }: ContentField): boolean {
  return (type === 'Link' && linkType === 'Entry') || (type === 'Array' && items?.linkType === 'Entry');
}

function isLabelField({ id, type, linkType, items }: ContentField, likely: readonly string[]): boolean {
  if (!likely.includes(plain(id))) return false;
  if (type === 'Link') return linkType === 'Entry';
  return type === 'Symbol' || (type === 'Array' && (items?.linkType === 'Entry' || items?.type === 'Symbol'));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
