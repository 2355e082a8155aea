// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.

/** The fields that news and banners can be sorted by. */
export type ContentSortField =
  | 'contentId'
  | 'name'
  | 'alias'
  | 'createdAt'
  | 'updatedAt'
  | 'reservedAt'
  | 'openingAt'
  | 'closingAt';

/** The fields that media can be sorted by. */
export type MediaSortField = 'mediaId' | 'name' | 'alias' | 'type' | 'fileSize' | 'duration';

/** The fields that categories can be sorted by. */
export type CategorySortField = 'categoryId' | 'name' | 'alias' | 'createdAt' | 'updatedAt';

/** The fields that tags can be sorted by. */
export type TagSortField = 'tagId' | 'name' | 'alias' | 'createdAt' | 'updatedAt';

/** One value, or several. */
export type OneOrMany<Value extends string> = Value | readonly Value[];

/** A field and a direction. */
export type SortBy<Field extends string> = `${Field}:${'asc' | 'desc'}`;

/** What can be asked of `listNews`: list news. */
export interface ListNewsQuery {
  /** The page, counted in units of `size`. Past the end the list is empty. */
  page?: number | undefined;
  /** The most items that the answer holds. */
  size?: number | undefined;
  /** Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID. */
  sort?: OneOrMany<SortBy<ContentSortField>> | undefined;
  /** Only items with these IDs. */
  contentIds?: OneOrMany<string> | undefined;
  /** Only items of this category, by its ID or alias. */
  category?: string | undefined;
  /** Only items with at least one of these tags, by their IDs or aliases. */
  tags?: OneOrMany<string> | undefined;
  /** When true, only items whose `isRss` is on. */
  rssOnly?: boolean | undefined;
  /** Full-text search in title, name, alias and body, in any language: every term must occur at the beginning of a word, or anywhere in scripts written without spaces. */
  search?: string | undefined;
  /** When true, each item carries the details of its category. */
  includeCategory?: boolean | undefined;
  /** When true, each item carries the details of its tags. */
  includeTags?: boolean | undefined;
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `getNews`: get one news item, by its ID or alias. */
export interface GetNewsQuery {
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `listBanners`: list banners. */
export interface ListBannersQuery {
  /** The page, counted in units of `size`. Past the end the list is empty. */
  page?: number | undefined;
  /** The most items that the answer holds. */
  size?: number | undefined;
  /** Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID. */
  sort?: OneOrMany<SortBy<ContentSortField>> | undefined;
  /** Only items with these IDs. */
  contentIds?: OneOrMany<string> | undefined;
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `getBanner`: get one banner, by its ID or alias. */
export interface GetBannerQuery {
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `listMedia`: list media. */
export interface ListMediaQuery {
  /** The page, counted in units of `size`. Past the end the list is empty. */
  page?: number | undefined;
  /** The most items that the answer holds. */
  size?: number | undefined;
  /** Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID. */
  sort?: OneOrMany<SortBy<MediaSortField>> | undefined;
  /** Only media with these IDs. */
  mediaIds?: OneOrMany<string> | undefined;
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `getMedia`: get one media file, by its ID or alias. */
export interface GetMediaQuery {
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `listCategories`: list categories. */
export interface ListCategoriesQuery {
  /** The page, counted in units of `size`. Past the end the list is empty. */
  page?: number | undefined;
  /** The most items that the answer holds. */
  size?: number | undefined;
  /** Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID. */
  sort?: OneOrMany<SortBy<CategorySortField>> | undefined;
  /** Only categories with these IDs. */
  categoryIds?: OneOrMany<string> | undefined;
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}

/** What can be asked of `listTags`: list tags. */
export interface ListTagsQuery {
  /** The page, counted in units of `size`. Past the end the list is empty. */
  page?: number | undefined;
  /** The most items that the answer holds. */
  size?: number | undefined;
  /** Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID. */
  sort?: OneOrMany<SortBy<TagSortField>> | undefined;
  /** Only tags with these IDs. */
  tagIds?: OneOrMany<string> | undefined;
  /** What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403. */
  previewAt?: number | Date | undefined;
}
