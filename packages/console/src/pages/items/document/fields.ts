import { isSameJson } from '../../../parts/json/json.ts';
import { type Document, isDocument, readAt, writeAt } from './Document.ts';

/** A form field: how to read it from an item and write it back, leaving everything else as it is. */
export type Field<Value> = {
  readonly path: string;
  read(document: Document): Value;
  write(document: Document, value: Value): Document;
};

/** A user shown on a follow button. */
export type FollowUser = { readonly userId: string; readonly name: string };

/** Writing the current value changes nothing: an empty list differs from a missing one, and stays as it is. */
function field<Value>(
  path: string,
  read: (value: unknown) => Value,
  write: (value: Value) => unknown,
): Field<Value> {
  const readHere = (document: Document) => read(readAt(document, path));
  return {
    path,
    read: readHere,
    write: (document, value) =>
      isSameJson(readHere(document), value) ? document : writeAt(document, path, write(value)),
  };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text that the interface requires. */
function neededText(path: string): Field<string> {
  return field(path, textIn, (text) => text);
}

function text(path: string): Field<string> {
  return field(path, textIn, (value) => (value === '' ? undefined : value));
}

function flag(path: string): Field<boolean> {
  return field(
    path,
    (value) => value === true,
    (value) => value,
  );
}

function moment(path: string): Field<number | undefined> {
  return field(path, momentIn, (at) => at);
}

function momentIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= 8.64e15
    ? value
    : undefined;
}

/** A reference by ID. */
function reference(path: string, idName: string): Field<string | undefined> {
  return field(
    path,
    (value) => (isDocument(value) ? textIn(value[idName]) || undefined : undefined),
    (id) => (id === undefined ? undefined : { [idName]: id }),
  );
}

function list<Entry>(
  path: string,
  read: (value: unknown) => Entry,
  write: (entry: Entry) => unknown,
): Field<readonly Entry[]> {
  return field(
    path,
    (value) => (Array.isArray(value) ? value.map(read) : []),
    (entries) => (entries.length === 0 ? undefined : entries.map(write)),
  );
}

function memberOf(name: string): (value: unknown) => string {
  return (value) => (isDocument(value) ? textIn(value[name]) : '');
}

function textList(path: string): Field<readonly string[]> {
  return list(path, textIn, (entry) => entry);
}

/** All fields of the form, for news and banners. */
export const fields = {
  name: neededText('name'),
  alias: text('alias'),
  status: neededText('status'),
  reservedAt: moment('reservedAt'),
  openingAt: moment('openingAt'),
  closingAt: moment('closingAt'),
  title: neededText('values.title'),
  thumbnail: reference('values.thumbnail', 'mediaId'),
  image: reference('values.image', 'mediaId'),
  url: text('values.url'),
  authors: textList('values.body.authors'),
  excerpt: text('values.body.excerpt'),
  metaDescription: text('values.body.metaDescription'),
  socialTitle: text('values.body.socialTitle'),
  socialPicture: reference('values.body.socialPicture', 'mediaId'),
  category: reference('category', 'categoryId'),
  tags: list('tags', memberOf('tagId'), (tagId) => ({ tagId })),
  sponsors: list('values.sponsors', memberOf('name'), (name) => ({ name })),
  isPreventCrawling: flag('values.seo.isPreventCrawling'),
  canonicalUrl: text('values.seo.canonicalUrl'),
  isOutline: flag('values.isOutline'),
  isRss: flag('values.isRss'),
  shareText: text('values.share.x.text'),
  shareUsers: textList('values.share.x.users'),
  hashTags: textList('values.share.x.hashTags'),
  followUsers: list<FollowUser>(
    'values.share.x.followButtonUsers',
    (value) => ({ userId: memberOf('userId')(value), name: memberOf('name')(value) }),
    (user) => user,
  ),
} as const;

/** Whether the name is the title in all of these: it follows it. */
export function nameFollows(...documents: readonly Document[]): boolean {
  return documents.every((document) => fields.name.read(document) === fields.title.read(document));
}

/** Writes the title. The name follows it until somebody changes the name. */
export function writeTitle(document: Document, title: string): Document {
  const written = fields.title.write(document, title);
  return nameFollows(document) ? fields.name.write(written, title) : written;
}

/** The label of a member; without one of its own, that of its parent, or else its path. */
export function fieldLabel(path: string, names: Readonly<Record<string, string>>): string {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
    const name = Object.hasOwn(names, known) ? names[known] : undefined;
    if (name !== undefined) return name;
  }
  return path;
}
