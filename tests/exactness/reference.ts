import { z } from 'zod';
import { plainFold } from '../../packages/server/src/catalogue/search/testing/plainFold.ts';

/**
 * The expected responses, computed in the slow and obvious way: filter and sort plain objects.
 * It shares no code with the catalogue.
 */

/** A resource as stored: embedded things by ID. */
export type Doc = {
  readonly contentId?: string;
  readonly mediaId?: string;
  readonly categoryId?: string;
  readonly tagId?: string;
  readonly name: string;
  readonly alias?: string;
  readonly status?: string;
  readonly reservedAt?: number;
  readonly openingAt?: number;
  readonly closingAt?: number;
  readonly createdAt?: number;
  /** Not delivered. */
  readonly position?: number;
  readonly values?: Values;
  readonly category?: { readonly categoryId: string };
  readonly tags?: readonly { readonly tagId: string }[];
  /** The draft of its next version, and when that takes over. */
  readonly next?: { readonly doc: Doc; readonly takesOverAt?: number | undefined };
};

type Picture = { readonly mediaId: string };
type Values = {
  readonly title?: string;
  readonly body?: unknown;
  readonly thumbnail?: Picture;
  readonly image?: Picture;
  readonly isRss?: boolean;
};

/** Everything in one space, as plain objects by kind. */
export type World = {
  category: Doc[];
  tag: Doc[];
  media: Doc[];
  /** By instance. */
  news: Record<string, Doc[]>;
  banner: Record<string, Doc[]>;
};

export type Asked = {
  kind: 'news' | 'banner' | 'media' | 'category' | 'tag';
  instanceId: string;
  name?: string;
  page: number;
  size: number;
  sort: [string, 'asc' | 'desc'][];
  ids?: string[];
  category?: string;
  tags?: string[];
  rssOnly?: boolean;
  search?: string;
  includeCategory?: boolean;
  includeTags?: boolean;
  previewAt?: number;
};

export type Moment = { now: number; preview: boolean };

/** The correct list at a time. */
export function expectedList(world: World, asked: Asked, moment: Moment) {
  const found = versionsOf(world, asked, moment)
    .filter((doc) => isSeen(doc, asked, moment))
    .filter((doc) => asked.ids === undefined || asked.ids.includes(idOf(doc)))
    .filter((doc) => asked.category === undefined || isOf(doc, named(world.category, asked.category)))
    .filter((doc) => asked.tags === undefined || asked.tags.some((tag) => hasTag(doc, named(world.tag, tag))))
    .filter((doc) => asked.rssOnly !== true || doc.values?.isRss === true)
    .filter((doc) => asked.search === undefined || isFound(doc, asked.search))
    .sort((a, b) => compare(a, b, asked.sort.length === 0 ? defaultSort(asked.kind) : asked.sort));
  const first = (asked.page - 1) * asked.size;
  return {
    totalCount: found.length,
    currentPage: asked.page,
    list: found.slice(first, first + asked.size).map((doc) => shown(world, doc, asked, moment)),
  };
}

/** The correct item at a time; undefined for 404. */
export function expectedItem(world: World, asked: Asked, moment: Moment) {
  const seen = versionsOf(world, asked, moment).filter((candidate) => isSeen(candidate, asked, moment));
  const id = named(seen, asked.name ?? '');
  const doc = seen.find((candidate) => idOf(candidate) === id);
  if (doc === undefined) return undefined;
  return shown(world, doc, { ...asked, includeCategory: true, includeTags: true }, moment);
}

function shelfOf(world: World, asked: Asked): Doc[] {
  if (asked.kind === 'news' || asked.kind === 'banner') return world[asked.kind][asked.instanceId] ?? [];
  return world[asked.kind];
}

function liveAt({ previewAt }: Asked, now: number): number {
  return previewAt ?? now;
}

/** Each item in the version that this reader gets. */
function versionsOf(world: World, asked: Asked, { now, preview }: Moment): Doc[] {
  const at = liveAt(asked, now);
  return shelfOf(world, asked).map((doc) => {
    if (preview && asked.previewAt === undefined) return doc.next?.doc ?? doc;
    const { takesOverAt, doc: next } = doc.next ?? {};
    const hasTakenOver = takesOverAt !== undefined && takesOverAt <= at;
    return hasTakenOver && next !== undefined ? next : doc;
  });
}

function named(docs: Doc[], name: string): string | undefined {
  const doc = docs.find((candidate) => idOf(candidate) === name) ?? docs.find(({ alias }) => alias === name);
  return doc === undefined ? undefined : idOf(doc);
}

function isPublished(doc: Doc, at: number): boolean {
  if (typeof doc.reservedAt === 'number') return doc.reservedAt <= at;
  return doc.status !== 'draft';
}

function isLive(doc: Doc, at: number): boolean {
  if (!isPublished(doc, at)) return false;
  if (typeof doc.openingAt === 'number' && doc.openingAt > at) return false;
  return !(typeof doc.closingAt === 'number' && doc.closingAt <= at);
}

function isSeen(doc: Doc, asked: Asked, { now, preview }: Moment): boolean {
  if (!preview) return isLive(doc, now);
  return asked.previewAt === undefined || isLive(doc, liveAt(asked, now));
}

/** The ID of a resource, whatever its member is called. */
export function idOf({ contentId, mediaId, categoryId, tagId }: Doc): string {
  return contentId ?? mediaId ?? categoryId ?? tagId ?? '';
}

function isOf(doc: Doc, categoryId: string | undefined): boolean {
  return categoryId !== undefined && doc.category?.categoryId === categoryId;
}

function hasTag(doc: Doc, wanted: string | undefined): boolean {
  return doc.tags?.some(({ tagId }) => tagId === wanted) ?? false;
}

function compare(a: Doc, b: Doc, sort: [string, 'asc' | 'desc'][]): number {
  for (const [field, direction] of sort) {
    const left = member(a, field);
    const right = member(b, field);
    if (left === undefined && right === undefined) continue;
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    const order = ascending(left, right);
    if (order !== 0) return direction === 'asc' ? order : -order;
  }
  return ascending(idOf(a), idOf(b));
}

function defaultSort(kind: Asked['kind']): Asked['sort'] {
  if (kind === 'media') return [['name', 'asc']];
  return [[kind === 'news' || kind === 'banner' ? 'publishedAt' : 'createdAt', 'desc']];
}

function member(doc: Doc, name: string): unknown {
  return name === 'publishedAt' ? publishedAt(doc) : Reflect.get(doc, name);
}

/** When an item came out. */
function publishedAt({ reservedAt, openingAt, createdAt }: Doc): number | undefined {
  const planned = [reservedAt, openingAt].filter((moment) => moment !== undefined).sort((a, b) => b - a);
  return planned.length > 0 ? planned[0] : createdAt;
}

function ascending(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = [...String(a)].map((character) => character.codePointAt(0) ?? 0);
  const right = [...String(b)].map((character) => character.codePointAt(0) ?? 0);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const wordLike = /[\p{L}\p{M}\p{Nd}]/u;

function isFound(doc: Doc, search: string): boolean {
  const terms = plainFold(search)
    .split(/\p{White_Space}+/u)
    .filter(Boolean);
  const { title, body } = doc.values ?? {};
  const texts = [title, doc.name, doc.alias].flatMap(stringsIn).concat(seenIn(body)).map(plainFold);
  return terms.every((term) => texts.some((text) => occurs(text, term)));
}

/** Enough for the markup in generated bodies: base text and readings of ruby are texts of their own. */
function withoutMarkup(text: string): string[] {
  const reading = /<r[tp]>(.*?)<\/r[tp]>/gs;
  const readings = Array.from(text.matchAll(reading), ([, inner = '']) => inner);
  return [text.replaceAll(reading, ''), ...readings].map((each) =>
    each
      .replaceAll(/<\/?p>/g, '\n')
      .replaceAll(/<\/?(?:b|ruby)>/g, '')
      .replaceAll('&lt;', '<'),
  );
}

/** Of the blocks in generated bodies only the text is visible; that of code is no markup. */
function seenIn(body: unknown): string[] {
  const { blocks } = blocksOnly.safeParse(body).data ?? {};
  if (blocks === undefined) return stringsIn(body).flatMap(withoutMarkup);
  return blocks.flatMap(({ type, text }) => (type === 'code' ? [text] : withoutMarkup(text)));
}

const blocksOnly = z.object({
  blocks: z.array(z.object({ type: z.enum(['heading', 'code']), text: z.string() })),
});

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function occurs(text: string, term: string): boolean {
  const characters = [...text];
  const wanted = [...term];
  return characters.some((first, index) => {
    const before = characters[index - 1];
    const begins = before === undefined || !wordLike.test(before) || unspaced.test(before);
    const counts = begins || unspaced.test(first) || !wordLike.test(first);
    return counts && wanted.every((character, offset) => characters[index + offset] === character);
  });
}

/** An item as this reader gets it. */
function shown(world: World, doc: Doc, asked: Asked, { now }: Moment) {
  const { category, tags, values, position: _, next: __, ...rest } = doc;
  const at = liveAt(asked, now);
  const isTimed = asked.kind === 'news' || asked.kind === 'banner';
  const categoryDoc = world.category.find((candidate) => isOf(doc, idOf(candidate)));
  const tagDocs = (tags ?? []).flatMap(({ tagId }) => world.tag.filter((tag) => idOf(tag) === tagId));
  return {
    ...rest,
    ...(isTimed && { status: isPublished(doc, at) ? 'published' : 'draft' }),
    ...(values && { values: withPictures(world, values) }),
    ...(asked.includeCategory && categoryDoc && { category: short(categoryDoc) }),
    ...(asked.includeTags && tagDocs.length > 0 && { tags: tagDocs.map(short) }),
  };
}

function withPictures(world: World, values: Values) {
  const { thumbnail, image } = values;
  const filled = (picture: Picture) => {
    const media = world.media.find((candidate) => idOf(candidate) === picture.mediaId);
    return media === undefined ? picture : { ...picture, media };
  };
  return {
    ...values,
    ...(thumbnail && { thumbnail: filled(thumbnail) }),
    ...(image && { image: filled(image) }),
  };
}

function short({ categoryId, tagId, name, alias }: Doc) {
  return {
    ...(categoryId !== undefined && { categoryId }),
    ...(tagId !== undefined && { tagId }),
    name,
    ...(alias !== undefined && { alias }),
  };
}
