import { id, instanceSchema, recordSchemas } from '@newsstand/contract';
import { z } from 'zod';

/** The kinds of lines; those that others refer to come first. */
export const lineKinds = ['instance', 'category', 'tag', 'media', 'news', 'banner'] as const;

/** The kind of a line. */
export type LineKind = (typeof lineKinds)[number];

const notDeleted = { deleted: z.literal(false).optional() };

/** A line that puts something. */
export const putSchemas = {
  instance: instanceSchema.extend({ kind: z.literal('instance'), ...notDeleted }),
  category: recordSchemas.category.extend({ kind: z.literal('category'), ...notDeleted }),
  tag: recordSchemas.tag.extend({ kind: z.literal('tag'), ...notDeleted }),
  media: recordSchemas.media.extend({ kind: z.literal('media'), ...notDeleted }),
  news: recordSchemas.news.extend({ kind: z.literal('news'), instanceId: id, ...notDeleted }),
  banner: recordSchemas.banner.extend({ kind: z.literal('banner'), instanceId: id, ...notDeleted }),
} as const;

const space = { projectId: id, spaceId: id };

/** A line that deletes something: only its IDs are read. */
export const deleteSchemas = {
  instance: z.object({ kind: z.literal('instance'), ...instanceSchema.shape }),
  category: z.object({ kind: z.literal('category'), ...space, categoryId: id }),
  tag: z.object({ kind: z.literal('tag'), ...space, tagId: id }),
  media: z.object({ kind: z.literal('media'), ...space, mediaId: id }),
  news: z.object({ kind: z.literal('news'), ...space, instanceId: id, contentId: id }),
  banner: z.object({ kind: z.literal('banner'), ...space, instanceId: id, contentId: id }),
} as const;

/** What a line puts, by its kind. */
export type PutLine = z.infer<(typeof putSchemas)[LineKind]>;
/** What a line deletes, by its kind. */
export type DeleteLine = z.infer<(typeof deleteSchemas)[LineKind]>;
