import { z } from 'zod';
import { limits } from './limits.ts';
import { media } from './media.ts';
import { appKinds, plainKinds } from './plainKinds.ts';
import { alias, countCharacters, id, timestamp, uri } from './text.ts';

const status = z
  .enum(['draft', 'published'])
  .meta({ description: 'The status in force at the moment of the answer.' });

const times = {
  reservedAt: timestamp
    .optional()
    .meta({ description: 'Scheduled publication: where set, it decides instead of `status`.' }),
  openingAt: timestamp.optional().meta({ description: 'Start of publication: not delivered before.' }),
  closingAt: timestamp
    .optional()
    .meta({ description: 'End of publication: not delivered from this moment on.' }),
};

const stamps = {
  createdAt: timestamp.meta({ description: 'When it was made.' }),
  updatedAt: timestamp.meta({ description: 'When it was last changed.' }),
};

const scope = {
  projectId: id.meta({ description: 'Project ID.' }),
  spaceId: id.meta({ description: 'Space ID.' }),
};

/** The free-form body of a news item: any members, to a bounded depth. */
const body = z
  .custom<Record<string, unknown>>(isPlainObject, 'must be an object')
  .refine((value) => isShallow(value), `must not be nested deeper than ${limits.bodyDepth} levels`)
  .meta({ type: 'object', additionalProperties: true, description: 'Free-form structure of the text.' });

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Level by level rather than recursively: a hostile depth must not overflow the stack. */
function isShallow(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.bodyDepth) return false;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}

const shareX = z.strictObject({
  text: z
    .string()
    .refine(
      (text) => countCharacters(text) <= limits.shareTextCharacters,
      `must be at most ${limits.shareTextCharacters} characters`,
    )
    .optional()
    .meta({ maxLength: limits.shareTextCharacters, description: 'Share text.' }),
  users: z.array(z.string()).optional().meta({ description: 'Users named when sharing.' }),
  hashTags: z.array(z.string()).optional().meta({ description: 'Hash tags for the share preview.' }),
  followButtonUsers: z
    .array(
      z.strictObject({
        userId: z.string().meta({ description: 'User ID.' }),
        name: z.string().meta({ description: 'Display name.' }),
      }),
    )
    .optional()
    .meta({ description: 'Users shown on a follow button.' }),
});

/** A picture inside an item: the media's ID, and the media itself where it is delivered. */
const picture = z.strictObject({
  mediaId: id.meta({ description: 'Media ID of the picture.' }),
  media: media.optional(),
});

const newsValues = z
  .strictObject({
    title: z.string().meta({ description: 'Title.' }),
    body,
    thumbnail: picture.meta({ description: 'Thumbnail picture.' }),
    sponsors: z
      .array(z.strictObject({ name: z.string().meta({ description: 'Display name of the sponsor.' }) }))
      .optional()
      .meta({ description: 'Sponsors.' }),
    seo: z
      .strictObject({
        isPreventCrawling: z.boolean().optional().meta({ description: 'Whether crawlers should stay away.' }),
        canonicalUrl: uri.optional().meta({ description: 'Canonical address of the page.' }),
      })
      .optional()
      .meta({ description: 'For search engines.' }),
    isOutline: z.boolean().optional().meta({ description: 'Whether to make a table of contents.' }),
    share: z
      .strictObject({ x: shareX.optional().meta({ description: 'Settings for sharing on X.' }) })
      .optional()
      .meta({ description: 'Settings for sharing.' }),
    isRss: z.boolean().optional().meta({ description: 'Whether the item is delivered by RSS.' }),
  })
  .meta({ id: 'NewsValues', description: 'Details of the news.' });

const newsCategory = z
  .strictObject({
    categoryId: id.meta({ description: 'Category ID.' }),
    name: z.string().meta({ description: 'Category name.' }),
    alias: alias.optional().meta({ description: 'Identifies the category uniquely.' }),
  })
  .meta({ id: 'NewsCategory', description: 'A category, as a news item carries it.' });

const newsTag = z
  .strictObject({
    tagId: id.meta({ description: 'Tag ID.' }),
    name: z.string().meta({ description: 'Tag name.' }),
    alias: alias.optional().meta({ description: 'Identifies the tag uniquely.' }),
  })
  .meta({ id: 'NewsTag', description: 'A tag, as a news item carries it.' });

/** A news item as it is delivered. */
export const news = z
  .strictObject({
    contentId: id.meta({ description: 'News ID.' }),
    ...scope,
    name: z.string().meta({ description: 'News title.' }),
    alias: alias.optional().meta({ description: 'Identifies the news uniquely.' }),
    status,
    ...times,
    values: newsValues,
    category: newsCategory.optional(),
    tags: z.array(newsTag).optional().meta({ description: 'Tags of the news.' }),
    ...stamps,
  })
  .meta({ id: 'News', description: 'A news item.' });

/** A banner item as it is delivered. */
export const banner = z
  .strictObject({
    contentId: id.meta({ description: 'Banner ID.' }),
    ...scope,
    name: z.string().meta({ description: 'Banner title.' }),
    status,
    values: z
      .strictObject({
        title: z.string().optional().meta({ description: 'Title.' }),
        url: z.string().optional().meta({ description: 'Where the banner leads.' }),
        image: picture.optional().meta({ description: 'Picture of the banner.' }),
      })
      .meta({ id: 'BannerValues', description: 'Details of the banner.' }),
    alias: alias.optional().meta({ description: 'Identifies the banner uniquely.' }),
    ...times,
    ...stamps,
  })
  .meta({ id: 'Banner', description: 'A banner item.' });

/** A category as it is delivered. */
export const category = z
  .strictObject({
    categoryId: id.meta({ description: 'Category ID.' }),
    name: z.string().meta({ description: 'Category name.' }),
    ...scope,
    ...stamps,
    alias: alias.optional().meta({ description: 'Identifies the category uniquely.' }),
  })
  .meta({ id: 'Category', description: 'A category of news.' });

/** A tag as it is delivered. */
export const tag = z
  .strictObject({
    tagId: id.meta({ description: 'Tag ID.' }),
    name: z.string().meta({ description: 'Tag name.' }),
    ...scope,
    ...stamps,
    alias: alias.optional().meta({ description: 'Identifies the tag uniquely.' }),
  })
  .meta({ id: 'Tag', description: 'A tag of news.' });

/** The five kinds of content, with the schema of what is delivered. */
export const kinds = {
  news: { ...plainKinds.news, schema: news },
  banner: { ...plainKinds.banner, schema: banner },
  media: { ...plainKinds.media, schema: media },
  category: { ...plainKinds.category, schema: category },
  tag: { ...plainKinds.tag, schema: tag },
} as const;

/**
 * What comes in: a resource exactly as delivered, plus `kind` and, for news and banners, `instanceId`.
 * Of an embedded category, tag or media only the ID is read; the rest of it may be there, or be old.
 */
const embeddedPicture = z.object({ mediaId: id });

const givenStamps = { createdAt: timestamp.optional(), updatedAt: timestamp.optional() };

const newsRecord = news.extend({
  values: news.shape.values.extend({ thumbnail: embeddedPicture }),
  category: z.object({ categoryId: id }).optional(),
  tags: z.array(z.object({ tagId: id })).optional(),
  ...givenStamps,
});

const bannerRecord = banner.extend({
  values: banner.shape.values.extend({ image: embeddedPicture.optional() }),
  ...givenStamps,
});

/** The five kinds as they come in. `file` is the path of a media's original, beside the file that names it. */
export const recordSchemas = {
  news: newsRecord,
  banner: bannerRecord,
  media: media.extend({ file: z.string().min(1).optional() }),
  category: category.extend(givenStamps),
  tag: tag.extend(givenStamps),
} as const;

/** An instance as it comes in. */
export const instanceSchema = z.strictObject({
  app: z.enum(appKinds),
  projectId: id,
  spaceId: id,
  instanceId: id,
});

/** A news item as it is delivered. */
export type News = z.infer<typeof news>;
/** A banner item as it is delivered. */
export type Banner = z.infer<typeof banner>;
/** A category as it is delivered. */
export type Category = z.infer<typeof category>;
/** A tag as it is delivered. */
export type Tag = z.infer<typeof tag>;
/** A news item as it comes in. */
export type NewsRecord = z.infer<typeof newsRecord>;
/** A banner item as it comes in. */
export type BannerRecord = z.infer<typeof bannerRecord>;
/** A category as it comes in. */
export type CategoryRecord = z.infer<typeof recordSchemas.category>;
/** A tag as it comes in. */
export type TagRecord = z.infer<typeof recordSchemas.tag>;
