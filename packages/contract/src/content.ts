import { z } from 'zod';
import { appKinds, plainKinds } from './kinds.ts';
import { limits } from './limits.ts';
import { media, ownMediaMembers } from './media.ts';
import { breaks } from './rules.ts';
import { alias, countCharacters, id, line, timestamp, uri } from './text.ts';

const status = z
  .enum(['draft', 'published'])
  .meta({ description: 'The status at the time of the response.' });

const times = {
  reservedAt: timestamp
    .optional()
    .meta({ description: 'Scheduled publication. If set, it takes precedence over `status`.' }),
  openingAt: timestamp
    .optional()
    .meta({ description: 'Start of publication. Not delivered before this time.' }),
  closingAt: timestamp
    .optional()
    .meta({ description: 'End of publication. Not delivered from this time on.' }),
};

const stamps = {
  createdAt: timestamp.meta({ description: 'When it was created.' }),
  updatedAt: timestamp.meta({ description: 'When it was last changed.' }),
};

const scope = {
  projectId: id.meta({ description: 'Project ID.' }),
  spaceId: id.meta({ description: 'Space ID.' }),
};

const address = z.string().meta({ mostCharacters: limits.addressCharacters });

/** The free-form body of a news item: any members, to a bounded depth. */
const body = z
  .custom<Record<string, unknown>>(isObject, breaks('not_object'))
  .refine((value) => isShallow(value), breaks('too_deep', { most: limits.bodyDepth }))
  .meta({ type: 'object', additionalProperties: true, description: 'The body, in any structure.' });

/** Whether a value is an object, and not an array. */
export function isObject(value: unknown): value is { readonly [member: string]: unknown } {
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
      breaks('too_many_characters', { most: limits.shareTextCharacters }),
    )
    .optional()
    .meta({ maxLength: limits.shareTextCharacters, description: 'Share text.' }),
  users: z
    .array(line)
    .meta({ mostElements: limits.listElements })
    .optional()
    .meta({ description: 'Users to mention when sharing.' }),
  hashTags: z
    .array(line)
    .meta({ mostElements: limits.listElements })
    .optional()
    .meta({ description: 'Hash tags for the share preview.' }),
  followButtonUsers: z
    .array(
      z.strictObject({
        userId: line.meta({ description: 'User ID.' }),
        name: line.meta({ description: 'Display name.' }),
      }),
    )
    .meta({ mostElements: limits.listElements })
    .optional()
    .meta({ description: 'Users shown on a follow button.' }),
});

/** A picture inside an item: the ID of the media, and the media itself if it is delivered. */
const picture = z.strictObject({
  mediaId: id.meta({ description: 'Media ID of the picture.' }),
  media: media.optional(),
});

const newsValues = z
  .strictObject({
    title: line.meta({ description: 'Title.' }),
    body,
    thumbnail: picture.meta({ description: 'Thumbnail picture.' }),
    sponsors: z
      .array(z.strictObject({ name: line.meta({ description: 'Display name of the sponsor.' }) }))
      .meta({ mostElements: limits.listElements })
      .optional()
      .meta({ description: 'Sponsors.' }),
    seo: z
      .strictObject({
        isPreventCrawling: z.boolean().optional().meta({ description: 'Whether crawlers should stay away.' }),
        canonicalUrl: uri.optional().meta({ description: 'Canonical URL of the page.' }),
      })
      .optional()
      .meta({ description: 'Settings for search engines.' }),
    isOutline: z.boolean().optional().meta({ description: 'Whether to show a table of contents.' }),
    share: z
      .strictObject({ x: shareX.optional().meta({ description: 'Settings for sharing on X.' }) })
      .optional()
      .meta({ description: 'Settings for sharing.' }),
    isRss: z.boolean().optional().meta({ description: 'Whether the item appears in RSS feeds.' }),
  })
  .meta({ id: 'NewsValues', description: 'Content of the news item.' });

const newsCategory = z
  .strictObject({
    categoryId: id.meta({ description: 'Category ID.' }),
    name: line.meta({ description: 'Category name.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the category.' }),
  })
  .meta({ id: 'NewsCategory', description: 'A category as embedded in a news item.' });

const newsTag = z
  .strictObject({
    tagId: id.meta({ description: 'Tag ID.' }),
    name: line.meta({ description: 'Tag name.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the tag.' }),
  })
  .meta({ id: 'NewsTag', description: 'A tag as embedded in a news item.' });

/** A news item as it is delivered. */
export const news = z
  .strictObject({
    contentId: id.meta({ description: 'News ID.' }),
    ...scope,
    name: line.meta({ description: 'News title.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the news item.' }),
    status,
    ...times,
    values: newsValues,
    category: newsCategory.optional(),
    tags: z.array(newsTag).optional().meta({ description: 'Tags of the news item.' }),
    ...stamps,
  })
  .meta({ id: 'News', description: 'A news item.' });

/** A banner item as it is delivered. */
export const banner = z
  .strictObject({
    contentId: id.meta({ description: 'Banner ID.' }),
    ...scope,
    name: line.meta({ description: 'Banner title.' }),
    status,
    values: z
      .strictObject({
        title: line.optional().meta({ description: 'Title.' }),
        url: address.optional().meta({
          description: 'Link target: an http or https URL, a path that begins with /, mailto: or tel:.',
        }),
        image: picture.optional().meta({ description: 'Picture of the banner.' }),
      })
      .meta({ id: 'BannerValues', description: 'Content of the banner.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the banner.' }),
    ...times,
    ...stamps,
  })
  .meta({ id: 'Banner', description: 'A banner item.' });

/** A category as it is delivered. */
export const category = z
  .strictObject({
    categoryId: id.meta({ description: 'Category ID.' }),
    name: line.meta({ description: 'Category name.' }),
    ...scope,
    ...stamps,
    alias: alias.optional().meta({ description: 'Unique alias of the category.' }),
  })
  .meta({ id: 'Category', description: 'A category of news.' });

/** A tag as it is delivered. */
export const tag = z
  .strictObject({
    tagId: id.meta({ description: 'Tag ID.' }),
    name: line.meta({ description: 'Tag name.' }),
    ...scope,
    ...stamps,
    alias: alias.optional().meta({ description: 'Unique alias of the tag.' }),
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
 * A record as it is imported: a resource exactly as delivered, plus `kind` and, for news and banners, `instanceId`.
 * Only the ID of an embedded category, tag or media is read; its other members may be present, and may be outdated.
 */
const embeddedPicture = z.object({ mediaId: id });

const givenStamps = { createdAt: timestamp.optional(), updatedAt: timestamp.optional() };

const newsRecord = news.extend({
  values: news.shape.values.extend({ body: body.optional(), thumbnail: embeddedPicture.optional() }),
  category: z.object({ categoryId: id }).optional(),
  tags: z
    .array(z.object({ tagId: id }))
    .meta({ mostElements: limits.listElements })
    .optional(),
  ...givenStamps,
});

const bannerRecord = banner.extend({
  values: banner.shape.values.extend({ image: embeddedPicture.optional() }),
  ...givenStamps,
  position: z.int().optional().meta({
    description: 'Its place in the fixed order of its instance. Not delivered. If it is left out, it stays.',
  }),
});

/** The members that a news item may lack while it is a draft, and must have to be published or scheduled. */
export const draftMayLack = ['values.body', 'values.thumbnail'] as const;

/** One of the members that a draft may lack. */
export type MissingMember = (typeof draftMayLack)[number];

/** A news item in the lists of editors: it may be an incomplete draft. */
export const editedNews = news
  .extend({ values: newsValues.partial({ body: true, thumbnail: true }).meta({ id: 'EditedNewsValues' }) })
  .meta({ id: 'EditedNews', description: 'A news item, which may be an incomplete draft.' });

/** The five kinds as they are imported. `file` is the path of the original of a media file, relative to the import file. */
export const recordSchemas = {
  news: newsRecord,
  banner: bannerRecord,
  media: media.extend({ ...ownMediaMembers, file: address.min(1).optional() }),
  category: category.extend(givenStamps),
  tag: tag.extend(givenStamps),
} as const;

/** An instance as it is imported. */
export const instanceSchema = z.strictObject({
  app: z.enum(appKinds),
  projectId: id,
  spaceId: id,
  instanceId: id,
});

/** A news item as it is delivered. */
export type News = z.infer<typeof news>;
/** A news item, which may be an incomplete draft. */
export type EditedNews = z.infer<typeof editedNews>;
/** A banner item as it is delivered. */
export type Banner = z.infer<typeof banner>;
/** A category as it is delivered. */
export type Category = z.infer<typeof category>;
/** A tag as it is delivered. */
export type Tag = z.infer<typeof tag>;
/** A news item as it is imported. */
export type NewsRecord = z.infer<typeof newsRecord>;
/** A banner item as it is imported. */
export type BannerRecord = z.infer<typeof bannerRecord>;
/** A category as it is imported. */
export type CategoryRecord = z.infer<typeof recordSchemas.category>;
/** A tag as it is imported. */
export type TagRecord = z.infer<typeof recordSchemas.tag>;
