import {
  type Banner,
  type Category,
  category,
  type EditedNews,
  isObject,
  type Media,
  type News,
  recordSchemas,
  type Tag,
  tag,
  timestamp,
} from '@newsstand/contract';
import { deliveredMedia, type MediaAddresses } from '../../media/deliveredMedia.ts';
import { mediaDocument } from '../../media/mediaDocument.ts';
import type { Link, StoredRecord } from '../../store/Store.ts';
import { withoutMissing } from '../ndjson/checkLine.ts';
import { statusAt } from '../ndjson/contentRules.ts';

/** Finds a record that another one links to. */
export type Embedded = (link: Link) => StoredRecord | undefined;

const stamps = { createdAt: timestamp, updatedAt: timestamp };
const newsDocument = recordSchemas.news.extend(stamps);
const bannerDocument = recordSchemas.banner.extend(stamps);

/**
 * The resource as delivered, with everything that it embeds, and a banner with its place in the fixed order. A draft may
 * be incomplete. Before its `reservedAt`, an item has the stored status, because an import has to bring that back.
 */
export function deliveredResource(
  record: StoredRecord,
  embedded: Embedded,
  addresses: MediaAddresses,
  now: number,
): EditedNews | Banner | Media | Category | Tag {
  const document: unknown = JSON.parse(record.document);
  switch (record.kind) {
    case 'news':
      return published(deliveredNews(document, embedded, addresses), now);
    case 'banner':
      return published(deliveredBanner(document, embedded, addresses), now);
    case 'media':
      return deliveredMedia(mediaDocument.parse(document), addresses);
    case 'category':
      return category.parse(document);
    case 'tag':
      return tag.parse(document);
  }
}

function published<Item extends EditedNews | Banner>(item: Item, now: number): Item {
  return statusAt(item, now) === 'published' ? { ...item, status: 'published' } : item;
}

function deliveredNews(document: unknown, embedded: Embedded, addresses: MediaAddresses): EditedNews {
  const {
    values,
    category: categoryLink,
    tags,
    createdAt,
    updatedAt,
    ...news
  } = newsDocument.parse(isObject(document) ? withoutMissing(document) : document);
  const { thumbnail, ...others } = values;
  const embeddedCategory =
    categoryLink && shortCategory(embedded({ kind: 'category', id: categoryLink.categoryId }));
  const embeddedTags = tags?.flatMap(({ tagId }) => shortTag(embedded({ kind: 'tag', id: tagId })) ?? []);
  return {
    ...news,
    values: thumbnail ? { ...values, thumbnail: picture(thumbnail.mediaId, embedded, addresses) } : others,
    ...(embeddedCategory && { category: embeddedCategory }),
    ...(embeddedTags && { tags: embeddedTags }),
    createdAt,
    updatedAt,
  };
}

function deliveredBanner(document: unknown, embedded: Embedded, addresses: MediaAddresses): Banner {
  const banner = bannerDocument.parse(document);
  const { image, ...values } = banner.values;
  if (image === undefined) return { ...banner, values };
  return { ...banner, values: { ...values, image: picture(image.mediaId, embedded, addresses) } };
}

function picture(
  mediaId: string,
  embedded: Embedded,
  addresses: MediaAddresses,
): News['values']['thumbnail'] {
  const record = embedded({ kind: 'media', id: mediaId });
  if (record === undefined) return { mediaId };
  return { mediaId, media: deliveredMedia(mediaDocument.parse(JSON.parse(record.document)), addresses) };
}

function shortCategory(record: StoredRecord | undefined): News['category'] {
  if (record === undefined) return undefined;
  const { categoryId, name, alias } = category.parse(JSON.parse(record.document));
  return alias === undefined ? { categoryId, name } : { categoryId, name, alias };
}

function shortTag(record: StoredRecord | undefined): NonNullable<News['tags']>[number] | undefined {
  if (record === undefined) return undefined;
  const { tagId, name, alias } = tag.parse(JSON.parse(record.document));
  return alias === undefined ? { tagId, name } : { tagId, name, alias };
}
