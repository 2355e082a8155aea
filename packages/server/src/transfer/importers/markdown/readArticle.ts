import { isObject } from '@newsstand/contract';
import { type FieldRole, type ImportContext, ParseError } from '../Importer.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { lastSegment, slugOf } from '../shared/text/urls.ts';
import { hiddenBy, type Viewing } from '../shared/visibility/hiddenBy.ts';
import { meaningOf } from '../shared/visibility/hidingNames.ts';
import { type Field, type Fields, plainName } from './createFields.ts';
import { readDate } from './readDate.ts';
import type { FileName } from './readFileName.ts';

/** An image in front matter; `name` describes it. */
type NamedPicture = {
  readonly url: string;
  readonly name?: string | undefined;
  readonly line: number;
};

/** Common names of the field for an article's picture; the first one that is set is used. */
export const pictureNames = [
  ...['featured_image', 'feature_image', 'hero_image', 'cover_image', 'header_image', 'post_image'],
  ...['image', 'images', 'cover', 'hero', 'header', 'banner', 'thumbnail', 'thumb', 'teaser'],
  ...['og_image', 'social_image', 'photos'],
];

const addressNames = ['url', 'src', 'path', 'image', 'file', 'filename', 'href', 'overlay_image', 'teaser'];

/** The picture of an article: a URL, a list of URLs, or an object with one: `image: { url, alt }`. */
export function pictureOf(fields: Fields): NamedPicture | undefined {
  for (const name of pictureNames) {
    const field = fields.value(name);
    const found = pictureIn(field?.value);
    if (field === undefined || found === undefined) continue;
    return { name: fields.text(`${name}_alt`, `${name}_alt_text`), ...found, line: field.line };
  }
  return undefined;
}

function pictureIn(value: unknown): Omit<NamedPicture, 'line'> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string' && first.trim() !== '') return { url: first.trim() };
  if (!isObject(first)) return undefined;
  const url = addressNames.map((name) => first[name]).find((each) => typeof each === 'string' && each !== '');
  const alt = first['alt'];
  if (typeof url !== 'string') return undefined;
  return typeof alt === 'string' ? { url, name: alt } : { url };
}

/** An article as described by its front matter and file name. */
export type MarkdownArticle = {
  readonly title: string | undefined;
  readonly slug: string;
  readonly isDraft: boolean;
  /** Why it is hidden, other than by the folder `_drafts`. */
  readonly hiddenBy: string | undefined;
  readonly isPage: boolean;
  /** Whether it was a redirection to another page. */
  readonly isRedirect: boolean;
  readonly publishedAt: number | undefined;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  readonly closingAt: number | undefined;
  /** Dates that cannot be read, and where they are. */
  readonly unreadable: readonly string[];
  readonly categories: readonly Label[];
  readonly tags: readonly Label[];
  readonly authors: readonly string[];
  readonly excerpt: string | undefined;
  /** Where it was on its site. */
  readonly addresses: readonly string[];
  /** The pattern of its address: '' if that is given itself, undefined if nothing is said of either. */
  readonly permalink: string | undefined;
  readonly canonicalUrl: string | undefined;
  readonly isPreventCrawling: true | undefined;
};

/** The names of a field in different site generators. */
const names = {
  published: ['publish_date', 'pub_date', 'published_at', 'published_date', 'published_on', 'date_published'],
  written: ['date', 'published', 'created', 'created_at', 'date_created'],
  updated: [
    'lastmod',
    'updated',
    'updated_date',
    'updated_at',
    'modified',
    'last_modified_at',
    'last_modified',
  ],
  ended: ['expiry_date', 'unpublish_date', 'expires', 'expiration_date'],
  /** Fields of site generators that leave an article out of the site: if they are set, or if they are false. */
  hidden: ['headless', 'eleventy_exclude_from_collections'],
  shown: ['permalink', 'render', 'output'],
  build: ['build', '_build'],
  canonical: ['canonical_url', 'canonical', 'canonical_link'],
  categories: ['categories', 'category'],
  tags: ['tags', 'tag'],
  address: ['permalink', 'url', 'path'],
  /** Where it was earlier. */
  aliases: ['aliases', 'redirect_from'],
  authors: ['authors', 'author', 'byline', 'by', 'writer', 'creator'],
  excerpt: ['excerpt', 'description', 'summary'],
  redirect: ['redirect_to', 'redirect', 'redirect_url'],
} as const;

/** The names under which chosen fields are found first. The body of a Markdown file is its text. */
const firstNames = {
  ...{ title: 'title', slug: 'slug', date: names.published[0], picture: pictureNames[0] ?? '' },
  ...{ category: names.categories[0], tags: names.tags[0], authors: names.authors[0] },
  excerpt: names.excerpt[0],
} as const;

/** Which fields to use, as somebody has chosen them by what they are for. */
export function chosenNames(chosen: ReadonlyMap<FieldRole, string> = new Map()): ReadonlyMap<string, string> {
  return new Map(
    Array.from(chosen, ([role, name]) => {
      if (role !== 'body') return [firstNames[role], name];
      throw new ParseError(1, '--field body: the body of an article in Markdown is the text of its file');
    }),
  );
}

/** Interprets the fields of an article. */
export function readArticle(
  fields: Fields,
  file: FileName,
  { timeZone, now }: Pick<ImportContext, 'timeZone' | 'now'>,
): MarkdownArticle {
  const unreadable: string[] = [];
  const tell = (why: string) => unreadable.push(why);
  const dateOf = (each: readonly string[]): number | undefined => readDate(fields, each, timeZone, tell);
  const publishedOn = dateOf(names.published);
  const writtenOn = dateOf(names.written.filter((name) => !isYesOrNo(fields, name)));
  const namedOn = writtenOn ?? fileDate(file, timeZone, tell);
  const isMisdated = publishedOn === undefined && writtenOn === undefined && unreadable.length > 0;
  const writtenAt = namedOn ?? addressDate(fields, timeZone);
  const updatedAt = dateOf(names.updated);
  const closingAt = dateOf(names.ended);
  const publishedAt = publishedOn ?? writtenAt ?? updatedAt;
  const isAhead = publishedAt !== undefined && publishedAt > now;
  const hidden =
    whyHidden(fields, file, { now, timeZone, date: dateName(fields), isAhead, shown }) ??
    (isMisdated ? 'its date cannot be read' : undefined);
  return {
    title: fields.text('title'),
    slug: slugIn(fields, file),
    isDraft: file.isDraft || hidden !== undefined,
    hiddenBy: hidden,
    isPage: /^pages?$/i.test(fields.text('layout', 'type') ?? ''),
    isRedirect: isRedirect(fields),
    publishedAt,
    createdAt: writtenAt,
    updatedAt,
    ...{ closingAt, unreadable },
    categories: labelsIn(fields, names.categories, file),
    tags: labelsIn(fields, names.tags, file),
    authors: namesIn(fields, names.authors),
    excerpt: fields.text(...names.excerpt),
    addresses: [
      ...names.address.flatMap((name) => wordsIn(fields, name)).filter(isPath),
      ...names.aliases.flatMap((name) => wordsIn(fields, name)).filter(isAlias),
    ].map(fromTop),
    permalink: patternIn(fields),
    canonicalUrl: fields.text(...names.canonical),
    isPreventCrawling: isKeptFromCrawlers(fields) ? true : undefined,
  };
}

const known = new Set(
  [
    ...Object.values(names).flat(),
    ...pictureNames.flatMap((name) => [name, `${name}_alt`, `${name}_alt_text`]),
    ...['title', 'slug', 'layout', 'type', 'template', 'password', 'robots', 'noindex'],
  ].map(plainName),
);

/** The names of unsupported fields. */
export function unknownFields(fields: Fields): readonly string[] {
  return fields.names.filter((name) => !known.has(plainName(name)) && meaningOf(name) === undefined);
}

/** `published: false` is not a date. */
function isYesOrNo(fields: Fields, name: string): boolean {
  return fields.isOn(name) || fields.isOff(name);
}

/** Whether a field that hides an article has any value but false: in doubt, as in `draft: soon`, it is a draft. */
function isMarked(fields: Fields, name: string): boolean {
  return fields.value(name) !== undefined && !fields.isOff(name);
}

/** The words in a field: a text, or a list of texts. */
function wordsIn(fields: Fields, name: string): readonly string[] {
  const value = fields.value(name)?.value;
  const words: readonly unknown[] = Array.isArray(value) ? value : [value];
  return words.flatMap((word) => (typeof word === 'string' ? word.trim() : []));
}

/** The first of some fields that is set: a name, a list of names, or objects with one. */
function namesIn(fields: Fields, list: readonly string[]): readonly string[] {
  const value = list.map((name) => fields.value(name)?.value).find((each) => each !== undefined);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((each) => {
    const name = isObject(each) ? each['name'] : each;
    return typeof name === 'string' ? [name] : [];
  });
}

/** A path, or a URL; not a pattern such as `/:year/:title/`, nor the name of one, as Jekyll has them. */
function isPath(text: string): boolean {
  return text !== '' && !/[{}\s]|(^|\/):/.test(text) && !/^(date|pretty|ordinal|weekdate|none)$/.test(text);
}

function patternIn(fields: Fields): string | undefined {
  if (names.address.some((name) => wordsIn(fields, name).some(isPath))) return '';
  return wordsIn(fields, 'permalink').find((text) => text !== '' && !/[{}]/.test(text));
}

/** Of Obsidian's aliases, most are names of the note, which are no addresses. */
function isAlias(text: string): boolean {
  return isPath(text) && /\/|\.html?$/.test(text);
}

/** Zola writes paths without the first slash. */
function fromTop(text: string): string {
  return /^(\/|https?:\/\/)/i.test(text) ? text : `/${text}`;
}

/** Names of fields whose texts readers see. */
const shown = new Set([
  'title',
  'slug',
  ...names.categories,
  ...names.tags,
  ...names.excerpt,
  ...names.authors,
]);

/** The field with the date of publication, as it is written. */
function dateName(fields: Fields): string | undefined {
  return fields.value(...names.published, ...names.written.filter((name) => !isYesOrNo(fields, name)))?.name;
}

/** What hid the article on its site: the name of its file, or a field. */
function whyHidden(fields: Fields, file: FileName, viewing: Viewing): string | undefined {
  if (file.hiddenBy !== undefined) return `it is hidden by ${file.hiddenBy}`;
  const neverRendered = (name: string): boolean => {
    const build = fields.value(name)?.value;
    return isObject(build) && /^(never|link|false)$/.test(String(build['render']));
  };
  const hiding = names.hidden.find((name) => isMarked(fields, name)) ?? names.build.find(neverRendered);
  const off = names.shown.find((name) => fields.isOff(name));
  if (off !== undefined) return `field ${off} is false`;
  return hiding === undefined ? hiddenBy(fields.values, viewing) : `field ${hiding} is set`;
}

function isKeptFromCrawlers(fields: Fields): boolean {
  return fields.isOn('noindex') || /\bnoindex\b/i.test(fields.text('robots') ?? '');
}

function fileDate(
  { date = '' }: FileName,
  timeZone: string,
  onUnreadable: (why: string) => void,
): number | undefined {
  if (date === '') return undefined;
  const padded = date.replaceAll(/-(?=\d(?:-|$))/g, '-0');
  const timestamp = parseIsoDate(padded, timeZone);
  if (timestamp === undefined) onUnreadable(`the name of the file: ${date} is not a date`);
  return timestamp;
}

/** The date in the URL of an article, `path = "2024/05/03/hello"`, which Zola has no other field for. */
function addressDate(fields: Fields, timeZone: string): number | undefined {
  const address = fields.text(...names.address) ?? fields.text('slug') ?? '';
  const [, year = '', month = '', day = ''] =
    /(?:^|\/)(\d{4})[/-](\d\d?)[/-](\d\d?)(?=[/_-]|$)/.exec(address) ?? [];
  return parseIsoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, timeZone);
}

function isRedirect(fields: Fields): boolean {
  return (
    names.redirect.some((name) => isMarked(fields, name)) ||
    /^redirect/i.test(fields.text('layout') ?? fields.text('template') ?? '')
  );
}

/** Jekyll separates labels by white space, except in fields with a singular name. */
function labelsIn(fields: Fields, [many, one]: readonly [string, string], file: FileName): readonly Label[] {
  const labels = [...labelsOf(fields.value(many), file.isJekyll), ...labelsOf(fields.value(one), false)];
  return [...new Map(labels.map((label) => [label.slug, label])).values()];
}

/** The slug in a field, or else the end of the URL in a field, or else the file name. */
function slugIn(fields: Fields, file: FileName): string {
  const address = names.address.flatMap((name) => wordsIn(fields, name)).find(isPath);
  const named = [fields.text('slug'), address].map((text) => lastSegment(text ?? ''));
  return named.find((segment) => segment !== '') ?? slugOf(file.name);
}

/** A category or a tag in front matter. */
type Label = { readonly name: string; readonly slug: string };

/**
 * The labels of a field: a list, which may contain objects with a name, or a text. Commas separate the labels of a text;
 * with `isSpaced`, as in Jekyll, white space does, too.
 */
function labelsOf(field: Field | undefined, isSpaced: boolean): readonly Label[] {
  if (typeof field?.value === 'string')
    return field.value.split(isSpaced ? /[,\s]+/ : ',').flatMap((name) => label(name));
  if (typeof field?.value === 'number' || typeof field?.value === 'boolean') return label(field.raw);
  return nestedLabels(field?.value, new Set());
}

/** Lists of Hexo may be nested. In YAML, a list may occur several times, even in itself, so each is read once. */
function nestedLabels(value: unknown, seen: Set<unknown>): readonly Label[] {
  if (typeof value !== 'object') return value === undefined ? [] : label(String(value));
  if (seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((each: unknown) => nestedLabels(each, seen));
  if (!isObject(value)) return [];
  const name = [value['name'], value['title'], value['label']].find((each) => typeof each === 'string');
  const slug = value['slug'];
  return typeof name === 'string' ? label(name, typeof slug === 'string' ? slug : undefined) : [];
}

/** Empty if nothing is left of its name. Tags of Obsidian may begin with `#`. */
function label(written: string, given?: string): readonly Label[] {
  const name = written.trim().replace(/^#/, '');
  const slug = given ?? slugOf(name);
  return slug === '' ? [] : [{ name, slug }];
}
