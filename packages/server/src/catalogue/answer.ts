import type { Query } from '@newsstand/contract';
import type { Item } from './items/Item.ts';
import type { ByteWriter, JsonArena } from './items/JsonArena.ts';
import { categoryFacet, rssFacet, tagFacet } from './orders/FilterSets.ts';
import type { Shelf, ShelfFilter } from './Shelf.ts';
import type { Space } from './Space.ts';
import { searchTerms } from './search/searchTerms.ts';

/** Who asks, and about which time. */
export type Audience = {
  readonly now: number;
  /** Preview credentials see everything, or what will be live at `previewAt`. */
  readonly preview: boolean;
  readonly previewAt?: number | undefined;
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

/** Writes one page of a list; returns whether all filters were cached. */
export function writeList(
  writer: ByteWriter,
  space: Space,
  shelf: Shelf,
  query: Query,
  audience: Audience,
): { readonly areFiltersCached: boolean } {
  const { slots, total, cached } = shelf.page({
    filter: filterOf(space, query),
    sort: query.sort,
    first: (query.page - 1) * query.size,
    size: query.size,
    liveAt: liveMoment(audience),
    preview: audience.preview,
  });
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

/** Writes one item, found by its ID or alias, and returns it; undefined if this audience can't see it. */
export function writeNamedItem(
  writer: ByteWriter,
  space: Space,
  shelf: Shelf,
  name: string,
  audience: Audience,
): Item | undefined {
  const slot = shelf.slotNamed(name, liveMoment(audience));
  const item = slot === undefined ? undefined : shelf.at(slot);
  if (slot === undefined || item === undefined) return undefined;
  writer.begin();
  writeItem(writer, space, shelf, slot, { category: true, tags: true }, audience);
  return item;
}

/** One item as a preview shows it at a given time, with its category and tags, in any state. */
export function itemText(writer: ByteWriter, space: Space, shelf: Shelf, slot: number, now: number): string {
  writer.begin();
  writeItem(writer, space, shelf, slot, { category: true, tags: true }, { now, preview: true });
  return writer.written.toString();
}

/** The time at which items must be live to be seen; undefined if everything is seen. */
function liveMoment({ now, preview, previewAt }: Audience): number | undefined {
  return preview ? previewAt : now;
}

/** Names are looked up now: an alias may belong to another category tomorrow. An empty ID finds nothing. */
export function filterOf(space: Space, { ids, category, tags, rssOnly, search }: FilterQuery): ShelfFilter {
  const facets: (readonly string[])[] = [];
  if (category !== undefined) facets.push([categoryFacet(space.categories.firstNamed(category)?.id ?? '')]);
  if (tags !== undefined) facets.push(idsNamed(space.tags, tags).map(tagFacet));
  if (rssOnly === true) facets.push([rssFacet]);
  return { ids, facets, terms: search === undefined ? undefined : searchTerms(search) };
}

/** Each once; a name may mean nothing, and two may mean the same. */
function idsNamed(shelf: Shelf, names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => shelf.firstNamed(name)?.id ?? []))];
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
  const { json } = shelf;
  let written = 0;
  // What readers see is published; only previews see drafts.
  if (audience.preview && isDraft(shelf, slot, audience)) {
    const statusAt = json.statusAt(slot);
    json.writeTo(writer, slot, 0, statusAt);
    writer.text('draft');
    written = statusAt + 'published'.length;
  }
  const mediaAt = json.mediaAt(slot);
  if (mediaAt >= 0) {
    json.writeTo(writer, slot, written, mediaAt);
    written = mediaAt;
    writeMedia(writer, space, json.mediaOf(slot));
  }
  if (details.category || details.tags) {
    const detailsAt = json.detailsAt(slot);
    json.writeTo(writer, slot, written, detailsAt);
    written = Math.max(written, detailsAt);
    if (details.category) writeCategory(writer, space, json.categoryOf(slot));
    if (details.tags) writeTags(writer, space, json, slot);
  }
  json.writeTo(writer, slot, written);
}

function isDraft(shelf: Shelf, slot: number, { previewAt, now }: Audience): boolean {
  return shelf.json.statusAt(slot) >= 0 && (shelf.at(slot)?.publishedFrom ?? 0) > (previewAt ?? now);
}

function writeMedia(writer: ByteWriter, { media }: Space, link: number): void {
  const slot = media.linkedSlot(link);
  if (slot < 0) return;
  writer.bytes(mediaStart);
  media.json.writeTo(writer, slot);
}

function writeCategory(writer: ByteWriter, { categories }: Space, link: number): void {
  const short = categories.linked(link)?.short;
  if (short === undefined) return;
  writer.bytes(categoryStart);
  writer.bytes(short);
}

function writeTags(writer: ByteWriter, { tags }: Space, json: JsonArena, slot: number): void {
  let isOpen = false;
  for (let index = 0; index < json.tagCount(slot); index++) {
    const short = tags.linked(json.tagOf(slot, index))?.short;
    if (short === undefined) continue;
    if (isOpen) writer.byte(comma);
    else writer.bytes(tagsStart);
    writer.bytes(short);
    isOpen = true;
  }
  if (isOpen) writer.byte(tagsEnd);
}
