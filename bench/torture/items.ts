/** How items are sent and received. */
import { type Kind as ContentKind, kindNames, kinds } from '@newsstand/contract';
import { itemPaths } from '@newsstand/contract/manage';
import { z } from 'zod';
import type { Item, Kind } from './book.ts';

/** The kinds that are delivered to readers. */
export type { ContentKind };
export const contentKinds = kindNames;

/** The space of all content. */
export const scope = { projectId: 'torture', spaceId: 'web' } as const;
const instances: Partial<Record<Kind, string>> = { news: 'press', banner: 'top' };

/** The picture of news items that have no other. It never changes. */
export const basePicture = 'base';

/** The path of a shelf, relative to the root of the public or the write interface. */
export function shelfPath(kind: ContentKind): string {
  const names: Readonly<Record<string, string | undefined>> = { ...scope, instanceId: instances[kind] };
  return itemPaths(kind).list.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? '');
}

/** Whether this kind is delivered to readers. */
export function isContent(kind: string): kind is ContentKind {
  return kind in kinds;
}

type Body = Readonly<Record<string, unknown>>;

/** The request body that writes a whole item. */
export function bodyOf(item: Item): Body {
  const { kind, name, alias, status, text, category, tags } = item;
  const common = { name, alias };
  if (kind === 'media') return { ...common, ...(text !== undefined && { type: 'image', accessUrl: text }) };
  if (kind === 'banner') return { ...common, status, values: valuesOf(item) };
  if (kind !== 'news') return common;
  return {
    ...{ ...common, status, values: valuesOf(item) },
    ...(category !== undefined && { category: { categoryId: category } }),
    ...(tags?.length && { tags: tags.map((tagId) => ({ tagId })) }),
  };
}

/** The values in the body of a news item or a banner. */
export function valuesOf({ kind, name, text, picture }: Item): Body {
  const image = picture === undefined ? undefined : { mediaId: picture };
  return kind === 'news'
    ? { title: name, body: { text }, thumbnail: image }
    : { title: text, url: '/', image };
}

/** The members that identify an item in an import or a batch. */
export function namingOf(kind: ContentKind): Body {
  return kinds[kind].app ? { kind, instanceId: instances[kind] } : { kind };
}

/** The import line of an item; null deletes it. `file` is the path of a media original. */
export function lineOf(kind: ContentKind, id: string, item: Item | null, file?: string): string {
  const content = item === null ? { deleted: true } : bodyOf(item);
  const original = file === undefined ? {} : { type: 'image', file };
  return `${JSON.stringify({ ...namingOf(kind), ...scope, [kinds[kind].idField]: id, ...content, ...original })}\n`;
}

/** The ID in a stored or exported record. */
export function idIn(kind: ContentKind, record: Body): string {
  return z.string().parse(record[kinds[kind].idField]);
}

/** One page of a list. */
export const page = z.object({ totalCount: z.int(), list: z.array(z.unknown()) });

/** A delivered item, and the URL of its original. */
export type Delivered = { readonly item: Item; readonly originalUrl?: string | undefined };

const newsBody = z.object({ text: z.string() });

/** Parses a delivered item. */
export function readDelivered(kind: ContentKind, value: unknown): Delivered {
  switch (kind) {
    case 'news': {
      const read = kinds.news.schema.parse(value);
      const { title, thumbnail, body } = read.values;
      const { text } = newsBody.parse(body);
      const item = {
        ...{ kind, id: read.contentId, ...aliased(read), status: read.status, picture: thumbnail.mediaId },
        // If title and name differ, they come from different writes, so the text is none that anyone wrote.
        text: title === read.name ? text : `${title}: ${text}`,
        ...(read.category && { category: read.category.categoryId }),
        ...(read.tags && { tags: read.tags.map(({ tagId }) => tagId) }),
      };
      return { item };
    }
    case 'banner': {
      const read = kinds.banner.schema.parse(value);
      const { title = '', image } = read.values;
      const picture = image && { picture: image.mediaId };
      return {
        item: { kind, id: read.contentId, ...aliased(read), status: read.status, text: title, ...picture },
      };
    }
    case 'media': {
      const read = kinds.media.schema.parse(value);
      const { originalUrl, accessUrl } = read;
      const text = originalUrl === undefined && accessUrl !== undefined && { text: accessUrl };
      return { item: { kind, id: read.mediaId, ...aliased(read), ...text }, originalUrl };
    }
    case 'category': {
      const read = kinds.category.schema.parse(value);
      return { item: { kind, id: read.categoryId, ...aliased(read) } };
    }
    case 'tag': {
      const read = kinds.tag.schema.parse(value);
      return { item: { kind, id: read.tagId, ...aliased(read) } };
    }
  }
}

function aliased({ name, alias }: { readonly name: string; readonly alias?: string | undefined }) {
  return alias === undefined ? { name } : { name, alias };
}
