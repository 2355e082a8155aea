import { z } from 'zod';
import { banner, category, news, tag } from './content.ts';
import { media } from './media.ts';
import { id, timestamp } from './text.ts';

/**
 * What comes in: a resource exactly as delivered, plus `kind` and, for news and banners, `instanceId`.
 * Of an embedded category, tag or media only the ID is read; the rest of it may be there, or be old.
 */
const embeddedPicture = z.object({ mediaId: id });

const stamps = { createdAt: timestamp.optional(), updatedAt: timestamp.optional() };

const newsRecord = news.extend({
  values: news.shape.values.extend({ thumbnail: embeddedPicture }),
  category: z.object({ categoryId: id }).optional(),
  tags: z.array(z.object({ tagId: id })).optional(),
  ...stamps,
});

const bannerRecord = banner.extend({
  values: banner.shape.values.extend({ image: embeddedPicture.optional() }),
  ...stamps,
});

/** The five kinds as they come in. `file` is the path of a media's original, beside the file that names it. */
export const recordSchemas = {
  news: newsRecord,
  banner: bannerRecord,
  media: media.extend({ file: z.string().min(1).optional() }),
  category: category.extend(stamps),
  tag: tag.extend(stamps),
} as const;

/** An instance as it comes in. */
export const instanceSchema = z.strictObject({
  app: z.enum(['news', 'banner']),
  projectId: id,
  spaceId: id,
  instanceId: id,
});

/** A news item as it comes in. */
export type NewsRecord = z.infer<typeof newsRecord>;
/** A banner item as it comes in. */
export type BannerRecord = z.infer<typeof bannerRecord>;
/** A category as it comes in. */
export type CategoryRecord = z.infer<typeof recordSchemas.category>;
/** A tag as it comes in. */
export type TagRecord = z.infer<typeof recordSchemas.tag>;
