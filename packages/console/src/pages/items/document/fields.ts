import { type Document, isDocument, isSame, readAt, writeAt } from './Document.ts';

/** One thing that a form asks for: how it is read out of an item, and written into it. All else stays as it is. */
export type Field<Value> = {
  readonly path: string;
  read(document: Document): Value;
  write(document: Document, value: Value): Document;
};

/** A user shown on a follow button. */
export type FollowUser = { readonly userId: string; readonly name: string };

/** Writing what is there already changes nothing: an empty list is not the same as none, and stays what it was. */
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
      isSame(readHere(document), value) ? document : writeAt(document, path, write(value)),
  };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text that the interface can't do without. */
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

/** A thing that is named by its ID. */
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

/** Every field that a form knows, of news and banners. */
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

/** The name is the title until somebody gives it another. */
export function writeTitle(document: Document, title: string): Document {
  const follows = fields.name.read(document) === fields.title.read(document);
  const written = fields.title.write(document, title);
  return follows ? fields.name.write(written, title) : written;
}

/** What a member is called; one that has no name of its own is called as what it is part of, or by its path. */
export function memberName(path: string, names: Readonly<Record<string, string>>): string {
  for (let known = path; known !== ''; known = known.slice(0, Math.max(0, known.lastIndexOf('.')))) {
    const name = Object.hasOwn(names, known) ? names[known] : undefined;
    if (name !== undefined) return name;
  }
  return path;
}
