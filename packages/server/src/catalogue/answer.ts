import type { Query } from '@newsstand/contract';
import { ByteSink } from './ByteSink.ts';
import type { Item } from './Item.ts';
import type { Filter, Shelf } from './Shelf.ts';
import type { Space } from './Space.ts';
import { searchTerms } from './search/searchTerms.ts';
import { isLive, type Stretch, stretchAround } from './visibility.ts';

/** Who asks, and about which moment. */
export type Audience = {
  readonly now: number;
  /** Preview credentials see everything, or what will be live at `previewAt`. */
  readonly preview: boolean;
  readonly previewAt?: number | undefined;
};

/** An answer as bytes, and the stretch of time in which it is the same by itself. */
export type Answer = Stretch & {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whether a list was cut from a view that was there already. */
  readonly viewCached?: boolean;
};

/** One page of a list. */
export function answerList(space: Space, shelf: Shelf, query: Query, audience: Audience): Answer {
  const { view, cached } = shelf.view({
    filter: filterOf(space, query),
    sort: query.sort,
    liveAt: liveMoment(audience),
    preview: audience.preview,
  });
  const first = (query.page - 1) * query.size;
  const slots = view.slots.subarray(Math.min(first, view.slots.length), first + query.size);
  const details = { category: query.includeCategory, tags: query.includeTags };
  sink.begin();
  sink.putText(`{"totalCount":${view.slots.length},"currentPage":${query.page},"list":[`);
  let separate = false;
  for (const slot of slots) {
    const item = shelf.at(slot);
    if (item === undefined) continue;
    if (separate) sink.put(comma);
    putItem(space, item, details, audience);
    separate = true;
  }
  sink.put(listEnd);
  return { bytes: sink.take(), from: view.from, until: view.until, viewCached: cached };
}

/** One item by its ID or alias; undefined where this audience can't see it. */
export function answerItem(space: Space, shelf: Shelf, name: string, audience: Audience): Answer | undefined {
  const candidates = shelf.named(name);
  const liveAt = liveMoment(audience);
  // What can't be seen must not stand in the way either: then the name means the next one.
  const item =
    liveAt === undefined ? candidates[0] : candidates.find((candidate) => isLive(candidate, liveAt));
  if (item === undefined) return undefined;
  sink.begin();
  putItem(space, item, { category: true, tags: true }, audience);
  return { bytes: sink.take(), ...stretchAround(candidates, liveAt ?? audience.now) };
}

/** The moment at which things must be live to be seen; undefined where everything is seen. */
function liveMoment({ now, preview, previewAt }: Audience): number | undefined {
  return preview ? previewAt : now;
}

/** Names are looked up now, since an alias may belong to another category tomorrow. No ID is empty: it finds nothing. */
function filterOf(space: Space, query: Query): Filter {
  const { ids, category, tags, rssOnly, search } = query;
  return {
    ids,
    categoryId: category === undefined ? undefined : (space.categories.named(category)[0]?.id ?? ''),
    tagIds: tags && [...new Set(tags.flatMap((tag) => space.tags.named(tag)[0]?.id ?? []))],
    rssOnly,
    terms: search === undefined ? undefined : searchTerms(search),
  };
}

const sink = new ByteSink();
const comma = Buffer.from(',');
const listEnd = Buffer.from(']}');
const mediaStart = Buffer.from(',"media":');
const categoryStart = Buffer.from(',"category":');
const tagsStart = Buffer.from(',"tags":[');
const tagsEnd = Buffer.from(']');
const draft = Buffer.from('draft');
const publishedLength = 'published'.length;

type Details = { readonly category: boolean; readonly tags: boolean };

/** Writes an item, splicing in its status, its picture and the details that were asked for. */
function putItem(space: Space, item: Item, details: Details, audience: Audience): void {
  const { bytes, statusAt, mediaAt, detailsAt } = item.json;
  let written = 0;
  if (statusAt >= 0 && item.publishedFrom > (audience.previewAt ?? audience.now)) {
    sink.put(bytes, 0, statusAt);
    sink.put(draft);
    written = statusAt + publishedLength;
  }
  if (mediaAt >= 0) {
    sink.put(bytes, written, mediaAt);
    written = mediaAt;
    putMedia(space, item);
  }
  if (detailsAt >= 0) {
    sink.put(bytes, written, detailsAt);
    written = detailsAt;
    if (details.category) putCategory(space, item);
    if (details.tags) putTags(space, item);
  }
  sink.put(bytes, written);
}

function putMedia(space: Space, item: Item): void {
  const media = item.mediaId === undefined ? undefined : space.media.byId(item.mediaId);
  if (media === undefined) return;
  sink.put(mediaStart);
  sink.put(media.json.bytes);
}

function putCategory(space: Space, item: Item): void {
  const short =
    item.categoryId === undefined ? undefined : space.categories.byId(item.categoryId)?.json.short;
  if (short === undefined) return;
  sink.put(categoryStart);
  sink.put(short);
}

function putTags(space: Space, item: Item): void {
  let opened = false;
  for (const tagId of item.tagIds) {
    const short = space.tags.byId(tagId)?.json.short;
    if (short === undefined) continue;
    sink.put(opened ? comma : tagsStart);
    sink.put(short);
    opened = true;
  }
  if (opened) sink.put(tagsEnd);
}
