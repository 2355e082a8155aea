import type { Query } from '@newsstand/contract';
import { ByteSink } from './items/ByteSink.ts';
import type { Item } from './items/Item.ts';
import type { SlotJson } from './items/SlotJson.ts';
import type { Filter } from './orders/facets.ts';
import type { Shelf } from './Shelf.ts';
import type { Space } from './Space.ts';
import { searchTerms } from './search/searchTerms.ts';

/** Who asks, and about which moment. */
export type Audience = {
  readonly now: number;
  /** Preview credentials see everything, or what will be live at `previewAt`. */
  readonly preview: boolean;
  readonly previewAt?: number | undefined;
};

/** An answer as bytes, valid until the next one is made. */
export type Answer = {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whether a list was cut from a view that was there already. */
  readonly viewCached?: boolean;
  /** The item, where one was asked for. */
  readonly item?: Item;
};

/** The parts of a query that say which items. */
type Filtering = {
  readonly [Part in 'ids' | 'category' | 'tags' | 'rssOnly' | 'search']?: Query[Part] | undefined;
};

/** Gets ready what a list needs and what takes long; undefined where it can be answered right away. */
export function prepareList(
  shelf: Shelf,
  { sort, search }: Pick<Query, 'sort'> & Filtering,
  { preview, now }: Audience,
): Promise<void> | undefined {
  if (search === undefined || shelf.findsQuickly) return shelf.prepare(sort);
  return shelf.prepare(sort, { terms: searchTerms(search), liveAt: preview ? undefined : now });
}

/** One page of a list. */
export function answerList(space: Space, shelf: Shelf, query: Query, audience: Audience): Answer {
  const { slots, total, cached } = shelf.page({
    filter: filterOf(space, query),
    sort: query.sort,
    first: (query.page - 1) * query.size,
    size: query.size,
    liveAt: liveMoment(audience),
    preview: audience.preview,
  });
  const details = { category: query.includeCategory, tags: query.includeTags };
  fetch(space, shelf, slots);
  sink.begin();
  sink.put(totalStart);
  sink.putNumber(total);
  sink.put(pageStart);
  sink.putNumber(query.page);
  sink.put(listStart);
  let separate = false;
  for (const slot of slots) {
    if (separate) sink.putByte(comma);
    putItem(space, shelf, slot, details, audience);
    separate = true;
  }
  sink.put(listEnd);
  return { bytes: sink.view(), viewCached: cached };
}

/** One item by its ID or alias; undefined where this audience can't see it. */
export function answerItem(space: Space, shelf: Shelf, name: string, audience: Audience): Answer | undefined {
  const slot = shelf.slotNamed(name, liveMoment(audience));
  const item = slot === undefined ? undefined : shelf.at(slot);
  if (slot === undefined || item === undefined) return undefined;
  sink.begin();
  putItem(space, shelf, slot, { category: true, tags: true }, audience);
  return { bytes: sink.view(), item };
}

/** One item as a preview shows it at a moment, with its category and tags, whatever its state is. */
export function itemText(space: Space, shelf: Shelf, slot: number, now: number): string {
  sink.begin();
  putItem(space, shelf, slot, { category: true, tags: true }, { now, preview: true });
  return sink.view().toString();
}

/** The moment at which things must be live to be seen; undefined where everything is seen. */
function liveMoment({ now, preview, previewAt }: Audience): number | undefined {
  return preview ? previewAt : now;
}

/** Names are looked up now, since an alias may belong to another category tomorrow. No ID is empty: it finds nothing. */
export function filterOf(space: Space, query: Filtering): Filter {
  const { ids, category, tags, rssOnly, search } = query;
  return {
    ids,
    categoryId: category === undefined ? undefined : (space.categories.firstNamed(category)?.id ?? ''),
    tagIds: tags && idsNamed(space.tags, tags),
    rssOnly: rssOnly === true,
    terms: search === undefined ? undefined : searchTerms(search),
  };
}

/** Each once; a name may mean nothing, and two may mean the same. */
function idsNamed(shelf: Shelf, names: readonly string[]): readonly string[] {
  const ids: string[] = [];
  for (const name of names) {
    const id = shelf.firstNamed(name)?.id;
    if (id !== undefined && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

const sink = new ByteSink();
const comma = 0x2c;
const totalStart = Buffer.from('{"totalCount":');
const pageStart = Buffer.from(',"currentPage":');
const listStart = Buffer.from(',"list":[');
const listEnd = Buffer.from(']}');
const mediaStart = Buffer.from(',"media":');
const categoryStart = Buffer.from(',"category":');
const tagsStart = Buffer.from(',"tags":[');
const closingBracket = 0x5d;
const draft = Buffer.from('draft');
const publishedLength = 'published'.length;

/** Looks at all that will be sent: memory that no cache holds is then waited for once, not each time. */
function fetch({ media }: Space, { json }: Shelf, slots: readonly number[]): void {
  json.fetch(slots);
  const pictures: number[] = [];
  for (const slot of slots) {
    const picture = json.mediaAt(slot) < 0 ? -1 : media.slotNumbered(json.mediaOf(slot));
    if (picture >= 0) pictures.push(picture);
  }
  media.json.fetch(pictures);
}

type Details = { readonly category: boolean; readonly tags: boolean };

/** Writes an item, splicing in its status, its picture and the details that were asked for. */
function putItem(space: Space, shelf: Shelf, slot: number, details: Details, audience: Audience): void {
  const { json } = shelf;
  let written = 0;
  // What readers see is published; only previews see drafts.
  if (audience.preview && isDraft(shelf, slot, audience)) {
    const statusAt = json.statusAt(slot);
    json.writeTo(sink, slot, 0, statusAt);
    sink.put(draft);
    written = statusAt + publishedLength;
  }
  const mediaAt = json.mediaAt(slot);
  if (mediaAt >= 0) {
    json.writeTo(sink, slot, written, mediaAt);
    written = mediaAt;
    putMedia(space, json.mediaOf(slot));
  }
  if (details.category || details.tags) {
    const detailsAt = json.detailsAt(slot);
    json.writeTo(sink, slot, written, detailsAt);
    written = Math.max(written, detailsAt);
    if (details.category) putCategory(space, json.categoryOf(slot));
    if (details.tags) putTags(space, json, slot);
  }
  json.writeTo(sink, slot, written);
}

function isDraft(shelf: Shelf, slot: number, { previewAt, now }: Audience): boolean {
  return shelf.json.statusAt(slot) >= 0 && (shelf.at(slot)?.publishedFrom ?? 0) > (previewAt ?? now);
}

function putMedia({ media }: Space, number: number): void {
  const slot = media.slotNumbered(number);
  if (slot < 0) return;
  sink.put(mediaStart);
  media.json.writeTo(sink, slot);
}

function putCategory({ categories }: Space, number: number): void {
  const short = categories.numbered(number)?.short;
  if (short === undefined) return;
  sink.put(categoryStart);
  sink.put(short);
}

function putTags({ tags }: Space, json: SlotJson, slot: number): void {
  let opened = false;
  for (let index = 0; index < json.tagCount(slot); index++) {
    const short = tags.numbered(json.tagOf(slot, index))?.short;
    if (short === undefined) continue;
    if (opened) sink.putByte(comma);
    else sink.put(tagsStart);
    sink.put(short);
    opened = true;
  }
  if (opened) sink.putByte(closingBracket);
}
