// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.

/** The fields that categories can be sorted by. */
export type CategorySortField = 'categoryId' | 'name' | 'alias' | 'createdAt' | 'updatedAt';

/** The fields that tags can be sorted by. */
export type TagSortField = 'tagId' | 'name' | 'alias' | 'createdAt' | 'updatedAt';

/** The fields that media can be sorted by. */
export type MediaSortField = 'mediaId' | 'name' | 'alias' | 'type' | 'fileSize' | 'duration';

/** The fields that news can be sorted by. */
export type ContentSortField =
  | 'publishedAt'
  | 'contentId'
  | 'name'
  | 'alias'
  | 'createdAt'
  | 'updatedAt'
  | 'reservedAt'
  | 'openingAt'
  | 'closingAt';

/** The fields that banners can be sorted by. */
export type BannerSortField =
  | 'publishedAt'
  | 'contentId'
  | 'name'
  | 'alias'
  | 'createdAt'
  | 'updatedAt'
  | 'reservedAt'
  | 'openingAt'
  | 'closingAt'
  | 'position';

/** One value, or several. */
export type OneOrMany<Value extends string> = Value | readonly Value[];

/** A field and a direction. */
export type SortBy<Field extends string> = `${Field}:${'asc' | 'desc'}`;

/** The query of `listNews`: list news. */
export interface ListNewsQuery {
  /** The page number, starting at 1. Past the last page the list is empty. */
  page?: number | undefined;
  /** The maximum number of items on a page. */
  size?: number | undefined;
  /** The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID. `publishedAt` is when an item came out: the later of `reservedAt` and `openingAt`, or `createdAt` if neither is set. */
  sort?: OneOrMany<SortBy<ContentSortField>> | undefined;
  /** Only items with these IDs. */
  contentIds?: OneOrMany<string> | undefined;
  /** Only items in this category, given by ID or alias. A value that is the ID of one category and the alias of another means the ID. */
  category?: string | undefined;
  /** Only items with at least one of these tags, given by ID or alias. A value that is the ID of one tag and the alias of another means the ID. */
  tags?: OneOrMany<string> | undefined;
  /** If true, only items with `isRss` set. */
  rssOnly?: boolean | undefined;
  /** Full-text search in title, name, alias and body, in any language. The length is counted in Unicode code points, after trimming; at least one character must be visible. Every term must occur at the beginning of a word, or anywhere in Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese. */
  search?: string | undefined;
  /** If true, each item includes the details of its category. */
  includeCategory?: boolean | undefined;
  /** If true, each item includes the details of its tags. */
  includeTags?: boolean | undefined;
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `getNews`: get one news item, by its ID or alias. */
export interface GetNewsQuery {
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `listBanners`: list banners. */
export interface ListBannersQuery {
  /** The page number, starting at 1. Past the last page the list is empty. */
  page?: number | undefined;
  /** The maximum number of items on a page. */
  size?: number | undefined;
  /** The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID. `publishedAt` is when an item came out: the later of `reservedAt` and `openingAt`, or `createdAt` if neither is set. `position` is the place that editors gave a banner in a fixed order. */
  sort?: OneOrMany<SortBy<BannerSortField>> | undefined;
  /** Only items with these IDs. */
  contentIds?: OneOrMany<string> | undefined;
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `getBanner`: get one banner, by its ID or alias. */
export interface GetBannerQuery {
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `listMedia`: list media. */
export interface ListMediaQuery {
  /** The page number, starting at 1. Past the last page the list is empty. */
  page?: number | undefined;
  /** The maximum number of items on a page. */
  size?: number | undefined;
  /** The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID. */
  sort?: OneOrMany<SortBy<MediaSortField>> | undefined;
  /** Only media with these IDs. */
  mediaIds?: OneOrMany<string> | undefined;
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `getMedia`: get one media file, by its ID or alias. */
export interface GetMediaQuery {
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `listCategories`: list categories. */
export interface ListCategoriesQuery {
  /** The page number, starting at 1. Past the last page the list is empty. */
  page?: number | undefined;
  /** The maximum number of items on a page. */
  size?: number | undefined;
  /** The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID. */
  sort?: OneOrMany<SortBy<CategorySortField>> | undefined;
  /** Only categories with these IDs. */
  categoryIds?: OneOrMany<string> | undefined;
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `listTags`: list tags. */
export interface ListTagsQuery {
  /** The page number, starting at 1. Past the last page the list is empty. */
  page?: number | undefined;
  /** The maximum number of items on a page. */
  size?: number | undefined;
  /** The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID. */
  sort?: OneOrMany<SortBy<TagSortField>> | undefined;
  /** Only tags with these IDs. */
  tagIds?: OneOrMany<string> | undefined;
  /** Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403. */
  previewAt?: number | Date | undefined;
}

/** The query of `subscribe`. */
export interface SubscribeQuery {
  /** Only events of these kinds of content. */
  kinds?: OneOrMany<'category' | 'tag' | 'media' | 'news' | 'banner'> | undefined;
  /** Only events of items in these instances, and of the categories, tags and media that these items embed. */
  instances?: OneOrMany<string> | undefined;
  /** The position to resume from: the `id` of the last event. Overridden by the header `Last-Event-ID`. */
  since?: string | undefined;
}
