import type { Query } from '@newsstand/contract';
import type { ByteWriter } from './items/ByteWriter.ts';
import type { LinkedIds } from './items/Item.ts';
import type { ItemTable } from './items/ItemTable.ts';
import { categoryFacet, rssFacet, tagFacet } from './orders/FilterSets.ts';
import type { PageRequest, Shelf, ShelfFilter } from './Shelf.ts';
import type { Space } from './Space.ts';
import { searchTerms } from './search/foldText.ts';

/** Who asks, and about which time. */
export type Audience = {
  readonly now: number;
  /** Preview credentials see everything, or what will be live at `previewAt`. */
  readonly preview: boolean;
  readonly previewAt?: number | undefined;
  /** Preview links see nothing but the item with this ID. */
  readonly only?: string | undefined;
};

/** The parts of a query that say which items. */
type FilterQuery = {
  readonly [Part in 'ids' | 'category' | 'tags' | 'rssOnly' | 'search']?: Query[Part] | undefined;
};

/** Prepares in time slices what takes long in a list; undefined if it can be answered at once. */
export function prepareList(
  shelf: Shelf,
  { sort, search }: Pick<Query, 'sort'> & FilterQuery,
  { preview, now }: Audience,
): Promise<void> | undefined {
  if (search === undefined || shelf.findsQuickly) return shelf.prepare(sort);
  return shelf.prepare(sort, { terms: searchTerms(search), liveAt: preview ? undefined : now });
}

const manyItems = 50_000;

/** Prepares in time slices the filter of a list, once its order is prepared; undefined if it can be answered at once. */
export function prepareFilter(shelf: Shelf, request: PageRequest): Promise<void> | undefined {
  // On a smaller shelf, no filter takes long.
  if ((request.filter.facets ?? []).length === 0 || shelf.items.length < manyItems) return undefined;
  return shelf.prepareFilter(request);
}

/** Writes one page of a list; returns whether all filters were cached. */
export function writeList(
  writer: ByteWriter,
  space: Space,
  shelf: Shelf,
  request: PageRequest,
  query: Query,
  audience: Audience,
): { readonly areFiltersCached: boolean } {
  const { slots, total, cached } = shelf.page(request);
  const details = { category: query.includeCategory, tags: query.includeTags };
  writer.begin();
  writer.text(`{"totalCount":${total},"currentPage":${query.page},"list":[`);
  for (const [index, slot] of slots.entries()) {
    if (index > 0) writer.byte(comma);
    writeItem(writer, space, shelf, slot, details, audience);
  }
  writer.text(']}');
  return { areFiltersCached: cached };
}

/** Writes one item, found by its ID or alias, and returns what it consists of; undefined if this audience can't see it. */
export function writeNamedItem(
  writer: ByteWriter,
  space: Space,
  shelf: Shelf,
  name: string,
  audience: Audience,
): (LinkedIds & { readonly id: string }) | undefined {
  const { only } = audience;
  const slot = shelf.slotNamed(name, liveMoment(audience));
  if (slot === undefined || (only !== undefined && shelf.items.idOf(slot) !== only)) return undefined;
  writer.begin();
  writeItem(writer, space, shelf, slot, { category: true, tags: true }, audience);
  return { id: shelf.items.idOf(slot), ...space.linkedIds(shelf, slot) };
}

/** The slot of an incomplete draft, which only those see who have a preview link to it. */
export function incompleteSlot(shelf: Shelf, id: string): number | undefined {
  return shelf.slotsOf(id).find((slot) => shelf.items.missingIn(slot).length > 0);
}

/** Writes one item as a preview shows it at a given time, with its category and tags, in any state. */
export function writeListed(writer: ByteWriter, space: Space, shelf: Shelf, slot: number, now: number): void {
  writer.begin();
  writeItem(writer, space, shelf, slot, { category: true, tags: true }, { now, preview: true });
}

/** The same as a text. */
export function itemText(writer: ByteWriter, space: Space, shelf: Shelf, slot: number, now: number): string {
  writeListed(writer, space, shelf, slot, now);
  return writer.written.toString();
}

/** Whether an item, or its next version, names a media anywhere. */
export function namesMedia(writer: ByteWriter, shelf: Shelf, id: string, mediaId: string): boolean {
  // The same text as in JSON, for an ID needs no escapes; within a string of the body the quotes would have them.
  const named = `"mediaId":${JSON.stringify(mediaId)}`;
  return shelf.slotsOf(id).some((slot) => {
    writer.begin();
    shelf.items.writeJson(writer, slot);
    return writer.parts.some((part) => part.includes(named));
  });
}

/** What a query asks a shelf for. */
export function requestOf(space: Space, query: Query, audience: Audience): PageRequest {
  return {
    filter: { ...filterOf(space, query), isComplete: true, versions: 'next' },
    sort: query.sort,
    first: (query.page - 1) * query.size,
    size: query.size,
    liveAt: liveMoment(audience),
    preview: audience.preview,
  };
}

/** The time at which items must be live to be seen; undefined if everything is seen. */
function liveMoment({ now, preview, previewAt }: Audience): number | undefined {
  return preview ? previewAt : now;
}

/** Names are looked up now: an alias may belong to another category tomorrow. An empty ID finds nothing. */
export function filterOf(space: Space, { ids, category, tags, rssOnly, search }: FilterQuery): ShelfFilter {
  const facets: (readonly string[])[] = [];
  if (category !== undefined) facets.push(linksNamed(space.categories, [category]).map(categoryFacet));
  if (tags !== undefined) facets.push(linksNamed(space.tags, tags).map(tagFacet));
  if (rssOnly === true) facets.push([rssFacet]);
  return { ids, facets, terms: search === undefined ? undefined : searchTerms(search) };
}

/** Each once; a name may mean nothing, and two may mean the same. */
function linksNamed(shelf: Shelf, names: readonly string[]): readonly number[] {
  return [...new Set(names.flatMap((name) => shelf.linkNamed(name) ?? []))];
}

const comma = 0x2c;
const mediaStart = Buffer.from(',"media":');
const categoryStart = Buffer.from(',"category":');
const tagsStart = Buffer.from(',"tags":[');
const tagsEnd = 0x5d;

type Details = { readonly category: boolean; readonly tags: boolean };

/** Writes an item, splicing in its status, its picture and the details that were asked for. */
function writeItem(
  writer: ByteWriter,
  space: Space,
  shelf: Shelf,
  slot: number,
  details: Details,
  audience: Audience,
): void {
  const { items } = shelf;
  let written = 0;
  // What readers see is published; only previews see drafts.
  if (audience.preview && isDraft(shelf, slot, audience)) {
    const statusAt = items.statusAt(slot);
    items.writeJson(writer, slot, 0, statusAt);
    writer.text('draft');
    written = statusAt + 'published'.length;
  }
  const mediaAt = items.mediaAt(slot);
  if (mediaAt >= 0) {
    items.writeJson(writer, slot, written, mediaAt);
    written = mediaAt;
    writeMedia(writer, space, items.mediaOf(slot));
  }
  if (details.category || details.tags) {
    const detailsAt = items.detailsAt(slot);
    items.writeJson(writer, slot, written, detailsAt);
    written = Math.max(written, detailsAt);
    if (details.category) writeCategory(writer, space, items.categoryOf(slot));
    if (details.tags) writeTags(writer, space, items, slot);
  }
  items.writeJson(writer, slot, written);
}

function isDraft(shelf: Shelf, slot: number, { previewAt, now }: Audience): boolean {
  return shelf.items.statusAt(slot) >= 0 && shelf.items.publishedFrom(slot) > (previewAt ?? now);
}

function writeMedia(writer: ByteWriter, { media }: Space, link: number): void {
  const slot = media.linkedSlot(link);
  if (slot < 0) return;
  writer.bytes(mediaStart);
  media.items.writeJson(writer, slot);
}

function writeCategory(writer: ByteWriter, { categories }: Space, link: number): void {
  const slot = categories.linkedSlot(link);
  if (slot < 0) return;
  writer.bytes(categoryStart);
  categories.items.writeShort(writer, slot);
}

function writeTags(writer: ByteWriter, { tags }: Space, items: ItemTable, slot: number): void {
  let isOpen = false;
  for (let index = 0; index < items.tagCount(slot); index++) {
    const tag = tags.linkedSlot(items.tagOf(slot, index));
    if (tag < 0) continue;
    if (isOpen) writer.byte(comma);
    else writer.bytes(tagsStart);
    tags.items.writeShort(writer, tag);
    isOpen = true;
  }
  if (isOpen) writer.byte(tagsEnd);
}
