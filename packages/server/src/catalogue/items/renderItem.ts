import type {
  BannerRecord,
  CategoryRecord,
  Kind,
  MissingMember,
  NewsRecord,
  TagRecord,
} from '@newsstand/contract';
import { deliveredMedia, type MediaAddresses } from '../../media/deliveredMedia.ts';
import { fileHash, filesNamed, hashOf, type MediaDocument } from '../../media/mediaDocument.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { wellFormedDocument } from '../../store/StoredRecord.ts';
import { searchableText } from '../search/searchableText.ts';
import { ByteWriter } from './ByteWriter.ts';
import type { EncodedText, Item, LinkedIds, RenderedItem, Splices } from './Item.ts';
import { type Timed, visibilityOf } from './visibility.ts';

/** The documents of the store. They were checked when they were written, and are trusted here. */
type Documents = {
  news: NewsRecord & { readonly missing?: readonly MissingMember[] };
  banner: BannerRecord;
  media: MediaDocument;
  category: CategoryRecord;
  tag: TagRecord;
};

/** The hashes of the files that a media record names. */
export function filesIn(record: StoredRecord): readonly string[] {
  return filesNamed(documentOf<'media'>(record)).map(hashOf);
}

/** Makes the item of a stored record. */
export function renderItem(record: StoredRecord, addresses: MediaAddresses): RenderedItem {
  switch (record.kind) {
    case 'news':
      return newsItem(record.id, documentOf<'news'>(record));
    case 'banner':
      return bannerItem(record.id, documentOf<'banner'>(record));
    case 'media':
      return mediaItem(record.id, documentOf<'media'>(record), addresses);
    case 'category':
      return collectionItem(record.id, documentOf<'category'>(record), 'categoryId');
    case 'tag':
      return collectionItem(record.id, documentOf<'tag'>(record), 'tagId');
  }
}

function documentOf<K extends Kind>(record: StoredRecord): Documents[K] {
  return JSON.parse(wellFormedDocument(record.document));
}

function newsItem(id: string, news: Documents['news']): RenderedItem {
  const { name, alias, reservedAt, openingAt, closingAt, values, createdAt, updatedAt } = news;
  const { title, body, thumbnail, ...rest } = values;
  const { projectId, spaceId, missing = [] } = news;
  const mediaId = thumbnail?.mediaId;
  const { json, splices } = joined(
    `{${members({ contentId: id, projectId, spaceId, name, alias })},"status":"`,
    `published"${more({ reservedAt, openingAt, closingAt })},"values":{${members({ title, body })}` +
      (mediaId === undefined ? '' : `,"thumbnail":{${members({ mediaId })}`),
    `${mediaId === undefined ? '' : '}'}${more(rest)}}`,
    `${more({ createdAt, updatedAt })}}`,
  );
  const linked = {
    mediaId,
    categoryId: news.category?.categoryId,
    tagIds: news.tags?.map(({ tagId }) => tagId) ?? [],
  };
  const text = encode(searchableText({ title, name, alias, body }));
  const item = itemOf(id, news, {
    isRss: values.isRss === true,
    publishedAt: publishedAtOf(news),
    ...(missing.length > 0 ? { missing } : {}),
  });
  const mediaAt = mediaId === undefined ? -1 : splices.mediaAt;
  return { item, linked, text, json, splices: { ...splices, mediaAt }, short: undefined };
}

function bannerItem(id: string, banner: BannerRecord): RenderedItem {
  const { name, alias, reservedAt, openingAt, closingAt, values, createdAt, updatedAt } = banner;
  const { projectId, spaceId } = banner;
  const { title, url, image } = values;
  const words = members({ title, url });
  const picture = image === undefined ? '' : `${words && ','}"image":{${members({ mediaId: image.mediaId })}`;
  const { json, splices } = joined(
    `{${members({ contentId: id, projectId, spaceId, name })},"status":"`,
    `published","values":{${words}${picture}`,
    `${picture && '}'}}${more({ alias, reservedAt, openingAt, closingAt, createdAt, updatedAt })}}`,
  );
  const linked = { ...noLinks, mediaId: image?.mediaId };
  const mediaAt = image === undefined ? -1 : splices.mediaAt;
  return {
    item: itemOf(id, banner, { publishedAt: publishedAtOf(banner), position: banner.position }),
    ...{ linked, text: undefined, json, short: undefined },
    splices: { ...splices, mediaAt, detailsAt: -1 },
  };
}

function mediaItem(id: string, document: MediaDocument, addresses: MediaAddresses): RenderedItem {
  const { type, fileSize, duration } = document;
  const { width, height, labels, createdAt } = document.about ?? {};
  const item = { ...itemOf(id, document, { type, fileSize, duration }), createdAt };
  const json = bytesOf(JSON.stringify(deliveredMedia(document, addresses)));
  const files = filesNamed(document).map(hashOf);
  const short = bytesOf(JSON.stringify({ width, height, labels, createdAt, hash: fileHash(document) }));
  return { item, linked: noLinks, text: undefined, json, splices: noSplices, short, files };
}

function collectionItem(id: string, document: CategoryRecord | TagRecord, idField: string): RenderedItem {
  const { name, alias } = document;
  const short = bytesOf(JSON.stringify({ [idField]: id, name, alias }));
  const json = bytesOf(JSON.stringify(document));
  return { item: itemOf(id, document), linked: noLinks, text: undefined, json, splices: noSplices, short };
}

/** What every kind has. */
type Common = Timed & {
  readonly name: string;
  readonly alias?: string | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
};

/** What only some kinds have. */
type Own = Partial<
  Pick<Item, 'publishedAt' | 'type' | 'fileSize' | 'duration' | 'isRss' | 'position' | 'missing'>
>;

const noLinks: LinkedIds = { mediaId: undefined, categoryId: undefined, tagIds: [] };
const noSplices: Splices = { statusAt: -1, mediaAt: -1, detailsAt: -1 };

function itemOf(id: string, document: Common, own: Own = {}): Item {
  const { publishedFrom, liveFrom, liveUntil } = visibilityOf(document);
  return {
    id,
    alias: document.alias,
    name: document.name,
    publishedAt: own.publishedAt,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    reservedAt: document.reservedAt,
    openingAt: document.openingAt,
    closingAt: document.closingAt,
    publishedFrom,
    liveFrom,
    liveUntil,
    type: own.type,
    fileSize: own.fileSize,
    duration: own.duration,
    isRss: own.isRss ?? false,
    position: own.position,
    missing: own.missing ?? [],
  };
}

/** It does not depend on the status or on the current time, so the order of items never changes without a write. */
function publishedAtOf({ reservedAt, openingAt, createdAt }: Common): number | undefined {
  if (reservedAt === undefined || openingAt === undefined) return reservedAt ?? openingAt ?? createdAt;
  return Math.max(reservedAt, openingAt);
}

const beyondLatin1 = /[^\0-\xff]/;

function encode(text: string): EncodedText {
  const isWide = beyondLatin1.test(text);
  return { bytes: Buffer.from(text, isWide ? 'utf16le' : 'latin1'), isWide };
}

/** The members of an object as JSON, without the braces. */
function members(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** The same, as the continuation of an object that has members already. */
function more(object: object): string {
  const text = members(object);
  return text === '' ? '' : `,${text}`;
}

const writer = new ByteWriter();

function bytesOf(text: string): Buffer {
  writer.begin();
  writer.text(text);
  return writer.copy();
}

/** Pieces cut where something is spliced in: before the status, after the picture's ID, after the values. */
function joined(
  head: string,
  values: string,
  rest: string,
  tail = '',
): { readonly json: Buffer; readonly splices: Splices } {
  writer.begin();
  writer.text(head);
  const statusAt = writer.length;
  writer.text(values);
  const mediaAt = writer.length;
  writer.text(rest);
  const detailsAt = writer.length;
  writer.text(tail);
  return { json: writer.copy(), splices: { statusAt, mediaAt, detailsAt } };
}
