import type { BannerRecord, CategoryRecord, Kind, NewsRecord, TagRecord } from '@newsstand/contract';
import { deliveredMedia } from '../media/deliveredMedia.ts';
import type { MediaDocument } from '../media/mediaDocument.ts';
import type { StoredRecord } from '../store/Store.ts';
import { ByteSink } from './ByteSink.ts';
import type { Item, ItemJson } from './Item.ts';
import { searchableText } from './search/searchableText.ts';
import { visibilityOf } from './visibility.ts';

/** The documents of the store. They were checked when they came in, and are trusted from here on. */
type Documents = {
  news: NewsRecord;
  banner: BannerRecord;
  media: MediaDocument;
  category: CategoryRecord;
  tag: TagRecord;
};

/** Makes the item of a stored record. */
export function renderItem(record: StoredRecord, mediaUrl: string): Item {
  switch (record.kind) {
    case 'news':
      return newsItem(record.id, documentOf<'news'>(record));
    case 'banner':
      return bannerItem(record.id, documentOf<'banner'>(record));
    case 'media':
      return mediaItem(record.id, documentOf<'media'>(record), mediaUrl);
    case 'category':
      return collectionItem(record.id, documentOf<'category'>(record), 'categoryId');
    case 'tag':
      return collectionItem(record.id, documentOf<'tag'>(record), 'tagId');
  }
}

function documentOf<K extends Kind>(record: StoredRecord): Documents[K] {
  return JSON.parse(record.document);
}

function newsItem(id: string, news: NewsRecord): Item {
  const { name, alias, reservedAt, openingAt, closingAt, values, createdAt, updatedAt } = news;
  const { title, body, thumbnail, ...rest } = values;
  const { projectId, spaceId } = news;
  const json = joined(
    `{${members({ contentId: id, projectId, spaceId, name, alias })},"status":"`,
    `published"${more({ reservedAt, openingAt, closingAt })},"values":{${members({ title, body })}` +
      `,"thumbnail":{${members({ mediaId: thumbnail.mediaId })}`,
    `}${more(rest)}}`,
    `${more({ createdAt, updatedAt })}}`,
  );
  return {
    ...plainItem(id, news),
    ...visibilityOf(news),
    isRss: values.isRss === true,
    mediaId: thumbnail.mediaId,
    categoryId: news.category?.categoryId,
    tagIds: news.tags?.map((tag) => tag.tagId) ?? none,
    text: searchableText({ title, name, alias, body }),
    json,
  };
}

function bannerItem(id: string, banner: BannerRecord): Item {
  const { name, alias, reservedAt, openingAt, closingAt, values, createdAt, updatedAt } = banner;
  const { projectId, spaceId } = banner;
  const { title, url, image } = values;
  const words = members({ title, url });
  const picture = image === undefined ? '' : `${words && ','}"image":{${members({ mediaId: image.mediaId })}`;
  const json = joined(
    `{${members({ contentId: id, projectId, spaceId, name })},"status":"`,
    `published","values":{${words}${picture}`,
    `${picture && '}'}}${more({ alias, reservedAt, openingAt, closingAt, createdAt, updatedAt })}}`,
  );
  return {
    ...plainItem(id, banner),
    ...visibilityOf(banner),
    mediaId: image?.mediaId,
    json: { ...json, mediaAt: image === undefined ? -1 : json.mediaAt, detailsAt: -1 },
  };
}

function mediaItem(id: string, document: MediaDocument, mediaUrl: string): Item {
  const { type, fileSize, duration } = document;
  return {
    ...plainItem(id, document),
    type,
    fileSize,
    duration,
    json: whole(JSON.stringify(deliveredMedia(document, mediaUrl))),
  };
}

function collectionItem(id: string, document: CategoryRecord | TagRecord, idField: string): Item {
  const { name, alias } = document;
  const short = bytesOf(JSON.stringify({ [idField]: id, name, alias }));
  return { ...plainItem(id, document), json: { ...whole(JSON.stringify(document)), short } };
}

type Plain = {
  readonly name: string;
  readonly alias?: string | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly reservedAt?: number | undefined;
  readonly openingAt?: number | undefined;
  readonly closingAt?: number | undefined;
};

const none: readonly string[] = [];
const always = visibilityOf({});

/** The columns that every kind has; all items are made here first, so that they share one shape. */
function plainItem(id: string, document: Plain): Omit<Item, 'json'> {
  return {
    id,
    alias: document.alias,
    name: document.name,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    reservedAt: document.reservedAt,
    openingAt: document.openingAt,
    closingAt: document.closingAt,
    type: undefined,
    fileSize: undefined,
    duration: undefined,
    isRss: false,
    mediaId: undefined,
    categoryId: undefined,
    tagIds: none,
    text: undefined,
    ...always,
  };
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

const sink = new ByteSink();

function bytesOf(text: string): Buffer {
  sink.begin();
  sink.putText(text);
  return sink.take();
}

function whole(json: string): ItemJson {
  return { bytes: bytesOf(json), statusAt: -1, mediaAt: -1, detailsAt: -1, short: undefined };
}

/** Pieces cut where something is spliced in: before the status, after the picture's ID, after the values. */
function joined(head: string, values: string, rest: string, tail = ''): ItemJson {
  sink.begin();
  sink.putText(head);
  const statusAt = sink.length;
  sink.putText(values);
  const mediaAt = sink.length;
  sink.putText(rest);
  const detailsAt = sink.length;
  sink.putText(tail);
  return { bytes: sink.take(), statusAt, mediaAt, detailsAt, short: undefined };
}
